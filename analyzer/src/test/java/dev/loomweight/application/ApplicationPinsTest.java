package dev.loomweight.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.application.Findings.Holder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * What pins the virtual threads of real servers: what must be found, and what must not. On JDK 21 every holder is one of the
 * JVM's own trace. That names more where frames are interpreted and have released their monitors before the call, as
 * {@code javap -c} shows of {@code PgStatement.executeInternal}, {@code PgConnection.isValid} and
 * {@code DocumentsWriterFlushControl.markForFullFlush}: it counts the empty slots of the frame, too.
 */
@Tag("applications")
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ApplicationPinsTest {

    /** The line of {@code markForFullFlush} of Lucene 9.12.0 that calls {@code filterAndLock}. */
    private static final int FILTER_AND_LOCK = 580;

    /** What no longer pins on JDK 24 and later. */
    private static final Set<String> MONITORS =
            Set.of("synchronizedMethod", "synchronizedBlock", "libraryMonitor", "objectWait", "monitorEnter");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "loomweight.jdk21, 42.5.4",
        "loomweight.jdk21, 42.7.4",
        "loomweight.jdk.newest, 42.5.4",
        "loomweight.jdk.newest, 42.7.4"
    })
    void aShopPinsInItsDriverUntilFixedAndInItsLoader(String jdk, String driver) throws Exception {
        Path jar = Application.jar("shop/target/shop-" + driver + ".jar");
        try (Postgres database = Postgres.start();
                Application shop = Application.start(
                        folder, jdk, options(jdk), jar, "--spring.datasource.url=" + database.url())) {
            // The classes of its HTTP client are loaded by all clients at once.
            shop.load("/fetch", "/orders", "/prices?item=x", "/prices?item=#");
            Findings found = shop.findings();

            assertMonitors(found, jdk);
            PinsScreen screen = PinsScreen.of(folder.resolve("app.lw"), jdk);
            List<String> advice = screen.adviceAtPrintedLines();
            screen.assertFigures(jdk.equals("loomweight.jdk21"), "com.acme.");
            if (!jdk.equals("loomweight.jdk21")) {
                assertThat(screen.pins()).isBetween(1L, screen.printedPins(false));
                assertThat(screen.lines()).anyMatch(line -> line.startsWith("  first use of classes, "));
                return;
            }
            assertThat(screen.pins()).isBetween(1L, screen.printedPins(true));
            assertThat(advice).isNotEmpty();
            assertThat(screen.sites())
                    .as("%s", screen)
                    .anyMatch(site -> site.contains("computeIfAbsent ShopApplication.java:")
                            && site.contains("do not block in the function that is passed to ConcurrentHashMap"))
                    .anyMatch(site -> driver.equals("42.7.4")
                            || (site.startsWith("QueryExecutorImpl.execute ShopApplication.java:")
                                    && site.contains("→ upgrade pgjdbc 42.5.4 to 42.6.0")));
            assertThat(advice.contains("upgrade pgjdbc 42.5.4 to 42.6.0, or run on JDK 24+"))
                    .as("%s", screen)
                    .isEqualTo(driver.equals("42.5.4"));
            assertThat(found.holdersOfMonitors())
                    .contains("java.util.concurrent.ConcurrentHashMap.computeIfAbsent")
                    .noneMatch(holder -> holder.startsWith("com.acme."));
            if (driver.equals("42.5.4")) {
                // All of one stack: each alone would pin.
                assertThat(found.holdersOfMonitors())
                        .contains(
                                "org.postgresql.core.v3.QueryExecutorImpl.execute",
                                "org.postgresql.jdbc.PgStatement.execute",
                                "org.postgresql.jdbc.PgStatement.executeQuery")
                        .doesNotContain(
                                "org.postgresql.jdbc.PgConnection.isValid",
                                "org.postgresql.jdbc.PgStatement.executeInternal");
                assertThat(found.advice()).contains("Upgrade pgjdbc 42.5.4 (postgresql-42.5.4.jar) to 42.6.0");
            } else {
                assertThat(found.holdersOfMonitors()).noneMatch(holder -> holder.startsWith("org.postgresql."));
                assertThat(found.advice()).doesNotContain("Upgrade pgjdbc");
            }
        }
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void aServicePinsInTheDatabaseOfItsProcess(String jdk) throws Exception {
        try (Application service =
                Application.start(folder, jdk, options(jdk), Application.jar("service/target/service.jar"))) {
            service.load("/own", "/shared", "/plain");
            Findings found = service.findings();

            assertMonitors(found, jdk);
            if (jdk.equals("loomweight.jdk21")) {
                assertThat(found.holdersOfMonitors()).isEqualTo(found.tracedHoldersOfMonitors());
                assertThat(found.holders())
                        .filteredOn(row -> row.event().equals("jdk.VirtualThreadPinned"))
                        .anySatisfy(row -> {
                            assertThat(row.holder()).isEqualTo("org.h2.command.Command.executeQuery");
                            assertThat(row.line()).isEqualTo(190);
                            assertThat(row.blocker()).isEqualTo("java.lang.Thread.sleep");
                        });
            }
        }
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void workersThatAreAwaitedPinNothing(String jdk) throws Exception {
        try (Application workers =
                Application.start(folder, jdk, options(jdk), Application.jar("workers/target/workers.jar"))) {
            workers.load("/work", "/work");
            Findings found = workers.findings();

            assertMonitors(found, jdk);
            assertThat(found.holdersOfMonitors()).isEmpty();
            assertThat(found.holders())
                    .filteredOn(row -> MONITORS.contains(row.cause()))
                    .extracting(Holder::holder)
                    .noneMatch(holder -> holder.startsWith("com.acme."));
        }
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void theHoldersOfAnIndexAreOfTheTrace(String jdk) throws Exception {
        List<String> options = new ArrayList<>(options(jdk));
        options.add(Application.CARRIERS_FOR_LUCENE);
        try (Application search = Application.start(
                folder,
                jdk,
                options,
                Application.jar("search/target/search.jar"),
                folder.resolve("index").toString())) {
            search.round();
            search.round();
            Findings found = search.findings();

            assertMonitors(found, jdk);
            // At that line it has released its monitor; at others, which take a lock more seldom, it holds it.
            assertThat(found.holders())
                    .filteredOn(row -> MONITORS.contains(row.cause()))
                    .noneMatch(row ->
                            row.holder().equals("org.apache.lucene.index.DocumentsWriterFlushControl.markForFullFlush")
                                    && row.line() == FILTER_AND_LOCK);
        }
    }

    @ParameterizedTest
    @FieldSource("dev.loomweight.Jdks#BOTH")
    void aServerOfPlatformThreadsHasNoPins(String jdk) throws Exception {
        Path jar = Application.jar("stubs/target/lib/wiremock-standalone-3.9.2.jar");
        try (Application stubs = Application.start(folder, jdk, options(jdk), jar, "--port", "0")) {
            stubs.post("/__admin/mappings", """
                    {"request": {"method": "GET", "url": "/slow"}, "response": {"fixedDelayMilliseconds": 30}}
                    """);
            stubs.load("/slow", "/slow");
            stubs.post("/__admin/shutdown", "");
            Findings found = stubs.findings();

            assertThat(found.holders()).isEmpty();
            assertThat(found.advice()).doesNotContain("pinned", "monitor");
        }
    }

    /** Native code that calls back: the jar, the callback and the line of the application's own code are named. */
    @Test
    void aDatabaseInNativeCodePinsInItsCallback() throws Exception {
        String jdk = "loomweight.jdk.newest";
        try (Application libraries = Application.start(
                folder, jdk, options(jdk), Application.jar("libraries/target/libraries.jar"), "sqlite")) {
            libraries.round();
            libraries.round();
            Findings found = libraries.findings();
            PinsScreen screen = PinsScreen.of(folder.resolve("app.lw"), jdk);

            screen.assertFigures(false, "com.acme.");
            assertThat(screen.adviceAtPrintedLines()).singleElement().asString().startsWith("call it on a platform");
            assertThat(screen.sites().toString())
                    .contains("org.sqlite.core.NativeDB.step Libraries.java:57 →", "Libraries$Slow.xFunc");
            assertThat(found.causes()).containsExactly("nativeCall");
            assertThat(found.advice()).contains("sqlite-jdbc-3.45.3.0.jar", "Libraries$Slow.xFunc");
        }
    }

    /**
     * Of two that ask at a time, the second waits for the only connection: in a monitor of the client, on one of the core. Who
     * upgrades one of the two alone still pins.
     */
    @Test
    void aClientThatPinsInTwoLibrariesIsToldToUpgradeBoth() throws Exception {
        String jdk = "loomweight.jdk21";
        try (Application libraries = Application.start(
                folder, jdk, options(jdk), Application.jar("libraries/target/libraries.jar"), "http")) {
            libraries.round();
            libraries.round();
            Findings found = libraries.findings();

            PinsScreen.of(folder.resolve("app.lw"), jdk).assertFigures(true, "com.acme.");
            assertThat(found.advice())
                    .containsSubsequence(
                            "org.apache.hc.core5.concurrent.BasicFuture.get",
                            "Upgrade Apache HttpCore 5 5.2 (httpcore5-5.2.jar) to 5.3",
                            "your code reaches it from Libraries.price",
                            "Removing that monitor alone is not enough: PoolingHttpClientConnectionManager$",
                            "Upgrade Apache HttpClient 5 5.2.1 (httpclient5-5.2.1.jar) to 5.4");
        }
    }

    /** A class that is made at run time has no class file: it is named, and no class of a jar that was passed is. */
    @Test
    void aScriptIsAClassWithoutAFile() throws Exception {
        String jdk = "loomweight.jdk21";
        try (Application libraries = Application.start(
                folder, jdk, options(jdk), Application.jar("libraries/target/libraries.jar"), "groovy")) {
            libraries.round();
            libraries.round();
            Findings found = libraries.findings();

            PinsScreen.of(folder.resolve("app.lw"), jdk).assertFigures(true, "com.acme.");
            assertThat(found.tracedHoldersOfMonitors()).containsExactly("Prices.run");
            assertThat(found.advice())
                    .contains(
                            "for want of the class file of Prices; seen in",
                            "is mostly made at run time, as a script's or a mock's: it has no class file")
                    .doesNotContain("Pass the application's jars");
        }
    }

    private static List<String> options(String jdk) {
        List<String> options = new ArrayList<>(List.of("-Xmx256m"));
        if (jdk.equals("loomweight.jdk21")) {
            options.add("-Djdk.tracePinnedThreads=full");
        }
        return options;
    }

    private static void assertMonitors(Findings found, String jdk) {
        if (jdk.equals("loomweight.jdk21")) {
            assertThat(found.holdersAgainstTheTrace()).isEmpty();
            assertThat(found.holdersOfMonitors()).containsAnyElementsOf(found.tracedHoldersOfMonitors());
        } else {
            assertThat(found.causes()).doesNotContainAnyElementsOf(MONITORS);
        }
        assertThat(found.causes()).doesNotContain("unknown");
    }
}
