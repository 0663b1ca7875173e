package dev.loomweight.pins.pinning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is advised in which situation, and what must not be: one program on a real JVM of both JDKs, analyzed with a fat
 * jar of an application, a library that is known by name and a jar that can be anyone's.
 */
@Tag("oracles")
class AdviceTest {

    private static final long SECONDS_TO_END = 120;
    private static final String SEMAPHORE = "let a Semaphore admit fewer threads to it than there are carriers";

    @TempDir
    private static Path folder;

    private static Path classes = Path.of("");
    private static Path fatJar = Path.of("");
    private static final Map<String, Path> RECORDINGS = new HashMap<>();
    private static final Map<String, Advised> READ = new HashMap<>();

    @BeforeAll
    static void record() throws Exception {
        classes = compile();
        fatJar = fatJar("postgresql-42.5.4.jar", "Implementation-Version: 42.5.4");
        for (String jdk : List.of("loomweight.jdk21", "loomweight.jdk.newest")) {
            String home = System.getProperty(jdk, "");
            if (!home.isEmpty()) {
                RECORDINGS.put(jdk, record(Path.of(home), jdk));
            }
        }
    }

    @Test
    void onesOwnMonitorIsToBeReplaced() throws Exception {
        assertThat(before24().of("com.acme.shop.Shop.own"))
                .isEqualTo("Replace synchronized on Shop.LOCK with a java.util.concurrent.locks.ReentrantLock, or move"
                        + " Thread.sleep out of it. It no longer pins on JDK 24+.");
    }

    @Test
    void aLibraryIsToBeUpgradedAndNotChanged() throws Exception {
        assertThat(before24().of("QueryExecutorImpl.execute"))
                .isEqualTo("Upgrade pgjdbc 42.5.4 (postgresql-42.5.4.jar) to 42.6.0, which its maintainers changed for"
                        + " virtual threads (https://github.com/pgjdbc/pgjdbc/pull/2635, read on 2026-11-22), or newer."
                        + " Otherwise call QueryExecutorImpl.execute on a platform thread (your code reaches it from"
                        + " Shop.block, line 47), or " + SEMAPHORE + ". It no longer pins on JDK 24+.")
                .doesNotContain("Replace synchronized", "Do not block", "is your own");
    }

    @Test
    void aCallbackIsSpokenOfWhereThereIsOne() throws Exception {
        assertThat(before24().of("QueryExecutorImpl.visit", "java.lang.Thread.sleep", "Shop.pause"))
                .startsWith(
                        "Do not block in Shop.pause: it runs below QueryExecutorImpl.visit. Upgrade pgjdbc 42.5.4 ");
        assertThat(before24().of("QueryExecutorImpl.visit", "java.lang.Thread.sleep", "Pool.pause"))
                .as("another library's, which is next to the application in its fat jar")
                .startsWith("Upgrade pgjdbc 42.5.4 ");
        assertThat(read("loomweight.jdk21", List.of(), List.of())
                        .of("QueryExecutorImpl.visit", "java.lang.Thread.sleep", "Pool.pause"))
                .as("what can be one's own, or another library's")
                .startsWith("If Pool.pause is your own code, do not block there: it runs below QueryExecutorImpl.visit."
                        + " Upgrade pgjdbc if it is older than 42.6.0");
    }

    /** The real driver, whose own socket read blocks in its own monitor: nothing calls back. */
    @Test
    void theRealDriverIsToBeUpgradedToo() throws Exception {
        Path recording = Path.of(Objects.requireNonNull(AdviceTest.class.getResource("/advice/pgjdbc-42.5.4-jdk21.jfr"))
                .toURI());

        Advised advised = read(recording, null, List.of(), List.of());

        assertThat(advised.sites()).hasSize(1);
        assertThat(advised.of("org.postgresql.core.v3.QueryExecutorImpl.execute"))
                .isEqualTo(
                        "Upgrade pgjdbc if it is older than 42.6.0, which its maintainers changed for virtual threads"
                                + " (https://github.com/pgjdbc/pgjdbc/pull/2635, read on 2026-11-22); otherwise call"
                                + " QueryExecutorImpl.execute on a platform thread, or " + SEMAPHORE
                                + ". It no longer pins on JDK 24+.");
    }

    @Test
    void aReleaseThatHasTheFixIsNotToBeUpgradedToIt() throws Exception {
        Path fixed = fatJar("postgresql-42.7.4.jar", "Implementation-Version: 42.7.4");

        assertThat(read("loomweight.jdk21", List.of(fixed), List.of()).of("QueryExecutorImpl.execute"))
                .startsWith("pgjdbc 42.7.4 (postgresql-42.7.4.jar) is not older than 42.6.0, which its")
                .contains("here a monitor is left", SEMAPHORE)
                .doesNotContain("Upgrade");
    }

    @Test
    void theVersionOfAJarThatHoldsMoreIsNotTheLibrarys() throws Exception {
        Path shaded = fatJar("everything.jar", "Implementation-Version: 1.0");

        assertThat(read("loomweight.jdk21", List.of(shaded), List.of()).of("QueryExecutorImpl.execute"))
                .startsWith("Upgrade pgjdbc (everything.jar) if it is older than 42.6.0, which its")
                .doesNotContain("1.0");
    }

    @Test
    void withoutClassFilesALibraryIsKnownByNameAlone() throws Exception {
        Advised none = read("loomweight.jdk21", List.of(), List.of());

        assertThat(none.of("QueryExecutorImpl.execute"))
                .startsWith("Upgrade pgjdbc if it is older than 42.6.0")
                .doesNotContain("Replace synchronized");
        assertThat(none.of("Pool.get"))
                .isEqualTo("If Pool.get is your own code, replace synchronized on Pool.class with a"
                        + " java.util.concurrent.locks.ReentrantLock, or move Thread.sleep out of it; if it is a"
                        + " library's, look for a release without this monitor, or call Pool.get on a platform thread, or "
                        + SEMAPHORE + ". It no longer pins on JDK 24+.");
    }

    @Test
    void aJarNextToTheApplicationsOwnCodeIsALibrary() throws Exception {
        assertThat(before24().of("Pool.get"))
                .isEqualTo("Look for a release of util.jar (version 3.1 by its manifest) without this monitor, or call"
                        + " Pool.get on a platform thread, or " + SEMAPHORE + ". It no longer pins on JDK 24+.");
    }

    /** Where nothing says which jar the application is, its own code is not told from a library's. */
    @Test
    void aJarOfAnyoneIsNamedAndWhatIsSaidIsTrueOfEach() throws Exception {
        Path jar = folder.resolve("util.jar");
        Files.write(jar, jarOf("org/acme", "Implementation-Version: 3.1"));

        assertThat(read("loomweight.jdk21", List.of(jar), List.of()).of("Pool.get"))
                .startsWith("If Pool.get, of util.jar (version 3.1 by its manifest), is your own code, replace")
                .contains("if it is a library's, look for a release");
    }

    @Test
    void prefixesOfTheUserDecide() throws Exception {
        assertThat(read("loomweight.jdk21", List.of(fatJar), List.of("org.acme.", "com.acme."))
                        .of("Pool.get"))
                .startsWith("Replace synchronized on Pool.class with")
                .doesNotContain("library");
        assertThat(read("loomweight.jdk21", List.of(fatJar), List.of("com.acme."))
                        .of("Pool.get"))
                .startsWith("Look for a release of util.jar (version 3.1 by its manifest) without this monitor")
                .doesNotContain("Replace synchronized", "Do not block");
    }

    @Test
    void whatACodeOfTheJdkCallsIsToComputeBefore() throws Exception {
        Advised advised = before24();

        assertThat(advised.of("ConcurrentHashMap.computeIfAbsent", "java.lang.Thread.sleep", "Shop.price"))
                .isEqualTo(
                        "Do not block in the function that is passed to ConcurrentHashMap.computeIfAbsent (Shop.price):"
                                + " compute the value before, and store it with put or putIfAbsent, or store a Future. It no"
                                + " longer pins on JDK 24+.")
                .doesNotContain("synchronized", "ReentrantLock");
        assertThat(advised.of("ConcurrentHashMap.computeIfAbsent", "java.lang.Thread.sleep", "Pool.load"))
                .as("the library passes its own function")
                .startsWith("Call Pool.cached on a platform thread (your code reaches it from Shop.lambda$main$5,");
        assertThat(advised.of("Thread.join", null, "Shop.join"))
                .startsWith("Wait for a Future or a CountDownLatch, or start a virtual thread")
                .doesNotContain("Condition", "notify");
    }

    /** Who joins its own thread is a library: nothing can be started in its place. */
    @Test
    void aThreadThatALibraryJoinsIsNotTheApplications() throws Exception {
        assertThat(before24().of("Thread.join", null, "Pool.await"))
                .isEqualTo(
                        "Look for a release of util.jar (version 3.1 by its manifest) that joins no thread there, or call"
                                + " Pool.await on a platform thread (your code reaches it from Shop.lambda$joined$1, line 67),"
                                + " or " + SEMAPHORE + ". It no longer pins on JDK 24+.");
    }

    /** What a first screen says in a few words is what the advice says at length. */
    @Test
    void fewWordsSayTheSame() throws Exception {
        Advised advised = before24();
        PinSite guarded = advised.site("Shop$Guarded.<clinit>");

        assertThat(advised.words.solution(guarded))
                .startsWith("It happens while Shop$Guarded is initialized: use that class once at startup,");
        assertThat(advised.words.note(guarded)).endsWith("→ use the class once at startup, before the load arrives");
        assertThat(advised.words.note(advised.site("QueryExecutorImpl.execute")))
                .isEqualTo("Shop.java:47 → upgrade pgjdbc 42.5.4 to 42.6.0, or run on JDK 24+");
    }

    @Test
    void allThatMustChangeIsSaid() throws Exception {
        assertThat(before24().of("QueryExecutorImpl.visit", "java.lang.Thread.sleep", "Pool.call"))
                .startsWith("Upgrade pgjdbc 42.5.4 (postgresql-42.5.4.jar) to 42.6.0, ")
                .endsWith(
                        "Removing that monitor alone is not enough: Pool.call (line 18) holds the monitor of Pool.class on the same stack,"
                                + " too. Look for a release of util.jar (version 3.1 by its manifest) without this monitor. It no"
                                + " longer pins on JDK 24+.");
        assertThat(before24().of("QueryExecutorImpl.execute")).doesNotContain("not enough");
    }

    /** Code of the application cannot choose another method of the map: the library calls it. */
    @Test
    void whatALibraryCallsOfTheJdkIsNotToBeCalledOtherwise() throws Exception {
        String cache = before24().of("ConcurrentHashMap.compute", "java.lang.Thread.sleep", "LoadingCache.get");

        assertThat(cache)
                .startsWith(
                        "Do not block in Shop.price: it runs below ConcurrentHashMap.compute. Caffeine (caffeine.jar):"
                                + " Its maintainer advises an AsyncCache")
                .doesNotContain("putIfAbsent", "Upgrade");
    }

    @Test
    void aClassIsToBeUsedEarlyAndNoLazyHolderIsProposed() throws Exception {
        for (Advised advised : List.of(before24(), after24())) {
            assertThat(advised.of("Shop$Lazy.<clinit>"))
                    .isEqualTo("Use the class once at startup, before the load arrives, or move Thread.sleep out of its"
                            + " static initializer.");
            assertThat(advised.of("QueryExecutorImpl$Charsets.<clinit>"))
                    .isEqualTo("Use the class once at startup, before the load arrives.");
        }
    }

    @Test
    void theInstructionDecidesWhereWaitingForAClassPins() throws Exception {
        for (Advised advised : List.of(before24(), after24())) {
            for (String method : List.of("byNew", "byStaticField", "byStaticCall")) {
                PinSite site = advised.site("com.acme.shop.Shop." + method);
                assertThat(site.releases().words()).as(method).isEqualTo("21-25");
                assertThat(advised.words.solution(site)).endsWith("It no longer pins on JDK 26+.");
            }
            assertThat(advised.site("java.lang.Class.forName0", null, "Shop.byName")
                            .releases()
                            .words())
                    .isEqualTo("21+");
            assertThat(advised.site("com.acme.shop.Shop$Outer.below").releases().words())
                    .isEqualTo("21+");
            assertThat(advised.words.solution(advised.site("com.acme.shop.Shop$Outer.below")))
                    .doesNotContain("JDK 26+");
        }
        assertThat(read("loomweight.jdk.newest", List.of(), List.of())
                        .site("com.acme.shop.Shop.byNew")
                        .releases()
                        .words())
                .as("without the class file")
                .isEqualTo("21-25, unknown on 26+");
    }

    @Test
    void monitorsPinUntil23AndInitializersEverywhere() throws Exception {
        Advised advised = before24();

        assertThat(advised.site("com.acme.shop.Shop.own").releases().words()).isEqualTo("21-23");
        assertThat(advised.site("com.acme.shop.Shop$Lazy.<clinit>").releases().words())
                .isEqualTo("21+");
    }

    @Test
    void theTraceThatJdk24RemovedIsCalledIgnoredThereAlone() throws Exception {
        assertThat(before24().section.findings()).extracting(Finding::id).doesNotContain("tracePinnedIgnored");
        assertThat(after24().section.findings()).extracting(Finding::id).contains("tracePinnedIgnored");
    }

    /** The oracle: on JDK 21 the JVM's own trace names the methods that hold monitors. */
    @Test
    void theJvmsOwnTraceNamesTheSameHolders() throws Exception {
        before24();
        String printed = Files.readString(folder.resolve("loomweight.jdk21.txt"), StandardCharsets.UTF_8);

        assertThat(printed.lines().filter(line -> line.contains("<== monitors")))
                .anyMatch(line -> line.contains("Shop.own("))
                .anyMatch(line -> line.contains("QueryExecutorImpl.execute("))
                .anyMatch(line -> line.contains("QueryExecutorImpl.visit("))
                .anyMatch(line -> line.contains("Pool.get("));
    }

    /** What is said of a recording. */
    private record Advised(List<PinSite> sites, SiteSentences words, Section section) {

        String of(String frame) {
            return words.solution(site(frame));
        }

        String of(String frame, @Nullable String blocker, String onStack) {
            return words.solution(site(frame, blocker, onStack));
        }

        PinSite site(String frame) {
            return only(site -> isOf(site, frame), frame);
        }

        PinSite site(String frame, @Nullable String blocker, String onStack) {
            return only(
                    site -> isOf(site, frame)
                            && (blocker == null || blocker.equals(site.blocker()))
                            && site.costliestFirst().getFirst().frames().stream()
                                    .anyMatch(at -> (at.className() + "." + at.methodName()).endsWith(onStack)),
                    frame + " below " + onStack);
        }

        private static boolean isOf(PinSite site, String frame) {
            return String.valueOf(CodePlace.methodOf(site.first().frame())).endsWith(frame);
        }

        private PinSite only(Predicate<PinSite> which, String what) {
            List<PinSite> found = sites.stream().filter(which).toList();
            assertThat(found)
                    .as("%s among %s", what, sites.stream().map(PinSite::causes).toList())
                    .isNotEmpty();
            return found.getFirst();
        }
    }

    private static Advised before24() throws Exception {
        return read("loomweight.jdk21", List.of(fatJar), List.of());
    }

    private static Advised after24() throws Exception {
        return read("loomweight.jdk.newest", List.of(fatJar), List.of());
    }

    private static Advised read(String jdk, List<Path> classpath, List<String> own) throws Exception {
        Path recording = RECORDINGS.get(jdk);
        assumeTrue(
                recording != null, "no JDK is named by -D" + jdk + "; scripts/test finds or fetches one and names it");
        String key = jdk + classpath + own;
        Advised known = READ.get(key);
        if (known == null) {
            Path home = classpath.isEmpty() ? null : Path.of(System.getProperty(jdk, ""));
            known = read(Objects.requireNonNull(recording), home, classpath, own);
            READ.put(key, known);
        }
        return known;
    }

    private static Advised read(Path recording, @Nullable Path home, List<Path> classpath, List<String> own)
            throws Exception {
        try (ClassPath path =
                ClassPath.of(classpath.stream().map(Path::toString).toList(), home, 21)) {
            PinOptions options = new PinOptions(new Code(path), own, PinOptions.Filter.ALL, 0);
            PinAnalysis analysis = new PinAnalysis(options);
            List<Pins> parts = Collections.synchronizedList(new ArrayList<>());
            Coverage coverage = RecordingSource.of(recording, ReaderChoice.AUTO)
                    .read(analysis.fold().interest(), () -> {
                        Pins part = analysis.fold().empty();
                        parts.add(part);
                        return (SampleSink) (origin, sample) -> analysis.fold().add(part, origin, sample);
                    });
            Pins all = parts.stream().reduce(analysis.fold()::merge).orElseGet(analysis.fold()::empty);
            PinSummary summary = analysis.read(all, coverage);
            SiteSentences words = new SiteSentences(options, summary.monitorsPin());
            // Class files are read while the path is open.
            summary.sites().forEach(words::solution);
            return new Advised(summary.sites(), words, analysis.finish(all, coverage));
        }
    }

    private static Path record(Path home, String name) throws Exception {
        Path recording = folder.resolve(name + ".jfr");
        Path settings = folder.resolve("everything.jfc");
        Files.writeString(
                settings,
                resource("/gallery/everything.jfc")
                        .replace(
                                "</configuration>",
                                "<event name=\"jdk.JVMInformation\"><setting name=\"enabled\">true</setting></event>"
                                        + "</configuration>"));
        Path output = folder.resolve(name + ".txt");
        ProcessBuilder builder = new ProcessBuilder(
                        home.resolve("bin/java").toString(),
                        "-Xlog:disable",
                        "-Djdk.tracePinnedThreads=full",
                        "-XX:FlightRecorderOptions:stackdepth=256,repository=" + folder,
                        "-XX:StartFlightRecording:settings=" + settings + ",filename=" + recording,
                        "-cp",
                        classes.toString(),
                        "com.acme.shop.Shop")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            assertThat(process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as(Files.readString(output, StandardCharsets.UTF_8))
                    .isZero();
            return recording;
        } finally {
            process.destroyForcibly();
        }
    }

    private static Path compile() throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources"));
        Path into = Files.createDirectories(folder.resolve("classes"));
        List<Path> files = new ArrayList<>();
        for (String name : List.of("Shop.java", "QueryExecutorImpl.java", "Pool.java", "LoadingCache.java")) {
            files.add(Files.writeString(sources.resolve(name), resource("/advice/" + name)));
        }
        JavaCompiler javac = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "no compiler in this JDK");
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager manager = javac.getStandardFileManager(null, null, null)) {
            boolean good = javac.getTask(
                            messages,
                            manager,
                            null,
                            List.of("-d", into.toString(), "--release", "21", "-Xlint:none"),
                            null,
                            manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertThat(good).as("%s", messages).isTrue();
        }
        return into;
    }

    /** An application's fat jar, as Spring Boot makes them, with two jars in it. */
    private static Path fatJar(String driver, String manifestLine) throws IOException {
        Path file = folder.resolve("shop-with-" + driver);
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out)) {
            addClasses(jar, "com/acme", "BOOT-INF/classes/");
            add(jar, "BOOT-INF/lib/" + driver, jarOf("org/postgresql", manifestLine));
            add(jar, "BOOT-INF/lib/caffeine.jar", jarOf("com/github", "Created-By: test"));
            add(jar, "BOOT-INF/lib/util.jar", jarOf("org/acme", "Implementation-Version: 3.1"));
        }
        return file;
    }

    private static byte[] jarOf(String packages, String manifestLine) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes)) {
            add(
                    jar,
                    "META-INF/MANIFEST.MF",
                    ("Manifest-Version: 1.0\r\n" + manifestLine + "\r\n").getBytes(StandardCharsets.UTF_8));
            addClasses(jar, packages, "");
        }
        return bytes.toByteArray();
    }

    private static void addClasses(JarOutputStream jar, String packages, String below) throws IOException {
        try (Stream<Path> files = Files.walk(classes.resolve(packages))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                add(jar, below + classes.relativize(file), Files.readAllBytes(file));
            }
        }
    }

    private static void add(JarOutputStream jar, String name, byte[] content) throws IOException {
        jar.putNextEntry(new ZipEntry(name));
        jar.write(content);
        jar.closeEntry();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(AdviceTest.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
