package dev.loomweight.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What scripts/release stage made: fit for publishing, and of use to a project that knows nothing but this repository. */
@Tag("installed")
class StagingTest {

    /** What the analyzer is made of. */
    private static final List<String> BROUGHT = List.of(
            "loomweight-core",
            "loomweight-kernel",
            "loomweight-pins",
            "loomweight-threads",
            "loomweight-memory",
            "loomweight-fleet",
            "loomweight-lab");

    private static final String VERSION = MavenRun.property("loomweight.version");

    // What repositories of releases demand of a POM.
    private static final List<String> ELEMENTS = List.of(
            "name",
            "description",
            "url",
            "licenses><license><name",
            "developers><developer><id",
            "scm[^>]*><connection");

    @TempDir
    private static Path work;

    private static Path root = Path.of("");
    private static Path staging = Path.of("");

    @BeforeAll
    static void isStaged() {
        String folder = System.getProperty("loomweight.staging", "");
        assumeTrue(!folder.isEmpty(), "nothing is staged; scripts/test package does");
        root = Path.of(folder);
        staging = root.resolve("dev/loomweight");
    }

    static Stream<String> artifacts() {
        Stream<String> asked = Stream.of(
                "loomweight-agent",
                "loomweight-analyzer",
                "loomweight-junit",
                "loomweight-maven-plugin",
                "loomweight-spark");
        return Stream.concat(asked, BROUGHT.stream());
    }

    private static Path file(String artifact, String ending) {
        return staging.resolve(artifact).resolve(VERSION).resolve(artifact + "-" + VERSION + ending);
    }

    private static List<String> names(Path jar) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            return file.stream().map(ZipEntry::getName).toList();
        }
    }

    @Test
    void nothingElseIsStaged() throws Exception {
        try (Stream<Path> folders = Files.list(staging)) {
            assertThat(folders.map(folder -> folder.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(artifacts().toList());
        }
    }

    @ParameterizedTest
    @MethodSource("artifacts")
    void thePomStandsAlone(String artifact) throws Exception {
        String pom = Files.readString(file(artifact, ".pom"));
        String dense = pom.replaceAll("\\s*\n\\s*", "");
        for (String element : ELEMENTS) {
            assertThat(dense).containsPattern("<" + element + ">[^<]+<");
        }
        assertThat(pom)
                .contains("<artifactId>" + artifact + "</artifactId>", "<version>" + VERSION + "</version>")
                .contains("<url>https://example.org/loomweight</url>", "Apache-2.0")
                .doesNotContain("${", "<parent>", "<scope>test", "<repositor", "<distributionManagement>", "<profile");
    }

    @ParameterizedTest
    @MethodSource("artifacts")
    void sourcesAndDocumentationAreThere(String artifact) throws Exception {
        List<String> sources = names(file(artifact, "-sources.jar"));
        // What is packed into the jar of Spark's module has sources of its own.
        String begin = artifact.equals("loomweight-spark") ? "dev/loomweight/spark/" : "dev/loomweight/";
        List<String> own = names(file(artifact, ".jar")).stream()
                .filter(name -> name.startsWith(begin) && name.endsWith(".class"))
                .filter(name -> !name.contains("$") && !name.contains("/library/"))
                .toList();
        assertThat(own).isNotEmpty().allSatisfy(name -> assertThat(sources).contains(name.replace(".class", ".java")));
        assertThat(names(file(artifact, "-javadoc.jar"))).contains("index.html");
        assertThat(Files.readString(file(artifact, "-cyclonedx.json"))).contains("\"bomFormat\" : \"CycloneDX\"");
    }

    @ParameterizedTest
    @MethodSource("artifacts")
    void sumsAreRight(String artifact) throws Exception {
        for (String ending : List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar")) {
            Path file = file(artifact, ending);
            byte[] sum = MessageDigest.getInstance("SHA-1").digest(Files.readAllBytes(file));
            assertThat(Path.of(file + ".sha1"))
                    .content()
                    .startsWith(HexFormat.of().formatHex(sum));
        }
    }

    static Stream<Api> apis() {
        return Api.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("apis")
    void whatOthersCallStays(Api api) throws Exception {
        assertThat(api.breaks(file(api.artifact(), ".jar"))).as(Api.ADVICE).isEmpty();
    }

    @Test
    void aProjectUsesThemFromThere() throws Exception {
        Path folder = Files.createDirectories(work.resolve("user/src/main/java/com/acme"));
        Files.writeString(
                folder.resolve("Use.java"),
                "package com.acme; public interface Use { dev.loomweight.report.Report report(); }");
        String repository = "<id>staging</id><url>" + root.toUri() + "</url>";
        StringBuilder dependencies = new StringBuilder();
        // The analyzer brings what it is made of.
        artifacts()
                .filter(name -> !BROUGHT.contains(name) && !name.equals("loomweight-maven-plugin"))
                .forEach(name -> dependencies
                        .append("<dependency><groupId>dev.loomweight</groupId><artifactId>")
                        .append(name)
                        .append("</artifactId><version>")
                        .append(VERSION)
                        .append("</version></dependency>"));
        Path project = work.resolve("user");
        Files.writeString(project.resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.acme</groupId>
                  <artifactId>use</artifactId>
                  <version>1.0</version>
                  <properties>
                    <maven.compiler.release>21</maven.compiler.release>
                    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
                  </properties>
                  <repositories><repository>%1$s</repository></repositories>
                  <pluginRepositories><pluginRepository>%1$s</pluginRepository></pluginRepositories>
                  <dependencies>%2$s</dependencies>
                  <build><plugins><plugin>
                    <groupId>org.apache.maven.plugins</groupId>
                    <artifactId>maven-compiler-plugin</artifactId>
                    <version>3.15.0</version>
                  </plugin></plugins></build>
                </project>
                """.formatted(repository, dependencies));
        PrivateRepository local = PrivateRepository.empty(
                work.resolve("repository"), Path.of(MavenRun.property("loomweight.repository")), VERSION);

        MavenRun run = MavenRun.in(
                project, local.folder(), "compile", "dev.loomweight:loomweight-maven-plugin:" + VERSION + ":agent");
        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output()).contains("loomweight.agent = " + local.folder());
        assertThat(local.folder().resolve("dev/loomweight/loomweight-maven-plugin"))
                .exists();
        for (String part : BROUGHT) {
            assertThat(local.folder().resolve("dev/loomweight").resolve(part)).isNotEmptyDirectory();
        }
        // Their POMs name no other POM of this project.
        assertThat(local.folder().resolve("dev/loomweight/loomweight")).doesNotExist();
    }
}
