package github

// The GraphQL documents. Lists are asked for a hundred at a time, which is the
// most that the platform gives.

// queryHome asks for the default branch and the first open pull requests: who
// asks for one nearly always asks for the other.
const queryHome = `query Home($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    defaultBranchRef { name target { oid } }
    pullRequests(states: [OPEN], first: 100) { ...Heads }
  }
}` + fragmentHeads

// queryHeads pages through the open pull requests.
const queryHeads = `query Heads($owner: String!, $name: String!, $after: String!) {
  repository(owner: $owner, name: $name) {
    pullRequests(states: [OPEN], first: 100, after: $after) { ...Heads }
  }
}` + fragmentHeads

const fragmentHeads = `
fragment Heads on PullRequestConnection {
  pageInfo { hasNextPage endCursor }
  nodes { number headRefOid updatedAt }
}`

// queryRequest asks for one pull request with the start and the end of the
// talk on it, so that two hundred comments cost one request.
const queryRequest = `query Request($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      number title url isDraft state updatedAt
      author { ...Who }
      headRefOid
      headRepository { nameWithOwner }
      baseRefName baseRefOid
      baseRef { target { oid } }
      commits(first: 100) { ...People }
      pushes: timelineItems(itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT], first: 100) {
        nodes { ... on HeadRefForcePushedEvent { actor { ...Who } } }
      }
      first: comments(first: 100) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { ...Comment }
      }
      last: comments(last: 100) { nodes { ...Comment } }
    }
  }
}` + fragmentPeople + fragmentComment + fragmentWho

// queryPeople pages through the people of the commits.
const queryPeople = `query People($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { commits(first: 100, after: $after) { ...People } }
  }
}` + fragmentPeople

const fragmentPeople = `
fragment People on PullRequestCommitConnection {
  totalCount
  pageInfo { hasNextPage endCursor }
  nodes {
    commit {
      authors(first: 20) { totalCount nodes { user { login } } }
      committer { user { login } }
    }
  }
}`

// queryComments pages through the talk.
const queryComments = `query Comments($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      comments(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { ...Comment }
      }
    }
  }
}` + fragmentComment + fragmentWho

const fragmentComment = `
fragment Comment on IssueComment {
  fullDatabaseId url body createdAt lastEditedAt isMinimized viewerDidAuthor
  author { ...Who }
  editor { ...Who }
}`

const fragmentWho = `
fragment Who on Actor { __typename login }`

// queryRuns asks for the check runs of one name on every commit of a pull
// request, on those that a forced push removed from it, and on $head.
const queryRuns = `query Runs($owner: String!, $name: String!, $number: Int!, $head: GitObjectID!, $check: String!, $after: String) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    object(oid: $head) { ...Runs }
    pullRequest(number: $number) {
      commits(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { commit { ...Runs } }
      }
      pushes: timelineItems(itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT], first: 100) {
        pageInfo { hasNextPage endCursor }
        nodes { ... on HeadRefForcePushedEvent { beforeCommit { ...Runs } } }
      }
    }
  }
}` + fragmentRuns + fragmentRun

// queryPushes pages through the forced pushes.
const queryPushes = `query Pushes($owner: String!, $name: String!, $number: Int!, $check: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      pushes: timelineItems(itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT], first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { ... on HeadRefForcePushedEvent { beforeCommit { ...Runs } } }
      }
    }
  }
}` + fragmentRuns + fragmentRun

// fragmentRuns asks for three suites a commit: the platform keeps one for each
// app that made a run of that name, and a price is paid for each asked for.
const fragmentRuns = `
fragment Runs on Commit {
  oid
  checkSuites(first: 3, filterBy: {checkName: $check}) {
    nodes {
      id
      app { slug }
      checkRuns(first: 100, filterBy: {checkName: $check, checkType: ALL, status: COMPLETED}) {
        pageInfo { hasNextPage endCursor }
        nodes { ...Run }
      }
    }
  }
}`

const fragmentRun = `
fragment Run on CheckRun {
  databaseId url name conclusion completedAt externalId title text
}`

// querySuite pages through the runs of one suite, given by its node id.
const querySuite = `query Suite($suite: ID!, $check: String!, $after: String) {
  node(id: $suite) {
    ... on CheckSuite {
      checkRuns(first: 100, after: $after, filterBy: {checkName: $check, checkType: ALL, status: COMPLETED}) {
        pageInfo { hasNextPage endCursor }
        nodes { ...Run }
      }
    }
  }
}` + fragmentRun

// queryQueue asks for the merge queue of a branch.
const queryQueue = `query Queue($owner: String!, $name: String!, $branch: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    mergeQueue(branch: $branch) {
      entries(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { position headCommit { oid } pullRequest { number } }
      }
    }
  }
}`
