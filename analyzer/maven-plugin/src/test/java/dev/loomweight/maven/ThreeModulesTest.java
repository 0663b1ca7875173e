package dev.loomweight.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project of docs/maven.md, made of the page's blocks and nothing else, built as its reader would. */
@Tag("applications")
class ThreeModulesTest {

    private static final String CHECK = "loomweight-maven-plugin:";
    private static final String LISTENER = "<dependency>\\s*<groupId>dev\\.loomweight[\\s\\S]*?</dependency>";

    @TempDir
    private static Path work;

    private static PrivateRepository repository;
    private static Page page;
    private static String java21;

    @TempDir
    private Path folder;

    @BeforeAll
    static void publishesLocally() throws IOException {
        String home = System.getProperty("loomweight.jdk21", "");
        assumeTrue(!home.isEmpty(), "no JDK 21, on which synchronized methods pin; scripts/test finds or fetches one");
        java21 = "-Djvm=" + Path.of(home, "bin", "java");
        page = Page.of("maven.md");
        repository = PrivateRepository.in(
                work.resolve("repository"),
                Path.of(MavenRun.property("loomweight.repository")),
                MavenRun.property("loomweight.version"));
    }

    private MavenRun verify(String... arguments) throws IOException, InterruptedException {
        String[] all = new String[arguments.length + 2];
        all[0] = "verify";
        all[1] = java21;
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return MavenRun.in(project(), repository.folder(), all);
    }

    private Path project() {
        return folder.resolve("shop");
    }

    private void writeProject() throws IOException {
        page.writeFiles(project());
    }

    @Test
    void thePageShowsThisVersion() {
        assertThat(page.files().get("pom.xml"))
                .contains("<loomweight.version>" + MavenRun.property("loomweight.version") + "<");
    }

    @Test
    void failsOnAPinAndPassesWithTheSuppression() throws Exception {
        writeProject();

        MavenRun failed = verify();
        assertThat(failed.status()).as(failed.output()).isNotZero();
        assertThat(failed.output())
                .containsPattern("Reactor Summary[\\s\\S]*prices .*SUCCESS[\\s\\S]*orders .*FAILURE")
                .contains(CHECK, "a budget is exceeded")
                .contains("com.acme.orders.Orders.place (line 7) is");
        Path reports = project().resolve("orders/target/loomweight");
        assertThat(Files.readString(reports.resolve("check.html"))).contains("com.acme.orders.Orders.place");
        assertThat(Files.readString(reports.resolve("check.sarif"))).contains("com/acme/orders/Orders.java");

        Files.writeString(
                project().resolve("loomweight.toml"), page.block("toml", "[[suppress]]"), StandardOpenOption.APPEND);
        MavenRun passed = verify();
        assertThat(passed.status()).as(passed.output()).isZero();
        assertThat(passed.output()).contains("Left out what earlier builds recorded");
        assertThat(project().resolve("app/target/loomweight/check.html")).exists();

        // Without tests, what was recorded before is all there is.
        MavenRun again = MavenRun.in(
                project(), repository.folder(), "verify", "-DskipTests", "-pl", "orders", "-Dloomweight.formats=json");
        assertThat(again.status()).as(again.output()).isZero();
        assertThat(project().resolve("orders/target/loomweight/check.json")).exists();
    }

    @Test
    void failsWhereJfrIsOff() throws Exception {
        writeProject();

        MavenRun run = verify("-DargLine=--limit-modules=java.se", "-Dmaven.test.failure.ignore=true", "-fae");
        assertThat(run.status()).as(run.output()).isNotZero();
        // The module without an annotation, whose tests pass, is the one that only the plug-in can fail.
        assertThat(run.output())
                .containsPattern("orders .*FAILURE")
                .contains("could not be measured (counts as a failure): no recording")
                // Those with an annotation fail by themselves.
                .containsPattern("PricesTest.ofOneArticle.* could not be measured");
    }

    /** With dependency and annotation as docs/junit.md shows them. */
    @Test
    void anAnnotatedTestFailsByItself() throws Exception {
        writeProject();
        Page junit = Page.of("junit.md");
        Path pom = project().resolve("pom.xml");
        Files.writeString(
                pom,
                Files.readString(pom)
                        .replaceFirst(
                                LISTENER,
                                Matcher.quoteReplacement(junit.block("xml", "<artifactId>loomweight-junit<"))));
        String lines = junit.block("java", "class CheckoutTest {");
        Path test = project().resolve("orders/src/test/java/com/acme/orders/OrdersTest.java");
        Files.writeString(
                test,
                Files.readString(test)
                        .replaceFirst("\nimport", "\n" + lines.substring(0, lines.indexOf('\n')) + "\nimport")
                        .replaceFirst("\nclass", lines.substring(lines.indexOf("\n@"), lines.indexOf("\nclass") + 6)));

        MavenRun run = verify("-pl", "orders");
        assertThat(run.status()).as(run.output()).isNotZero();
        assertThat(run.output())
                .contains("There are test failures", "com.acme.orders.Orders.place (line 7) is synchronized")
                .doesNotContain(CHECK + "check");
    }

    @Test
    void failsWithoutTheListener() throws Exception {
        writeProject();
        Path pom = project().resolve("pom.xml");
        String text = Files.readString(pom);
        String without = text.replaceFirst(LISTENER, "");
        assertThat(without).isNotEqualTo(text);
        Files.writeString(pom, without);

        MavenRun run = verify("-pl", "orders");
        assertThat(run.status()).as(run.output()).isNotZero();
        assertThat(run.output()).contains("add the test dependency dev.loomweight:loomweight-junit");
    }
}
