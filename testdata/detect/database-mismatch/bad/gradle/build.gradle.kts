dependencies {
    implementation("org.springframework.boot:spring-boot-starter-web:3.4.1")
    // runtimeOnly("org.postgresql:postgresql:42.7.4")
    runtimeOnly("org.mariadb.jdbc:mariadb-java-client:3.5.1")
}
