package dev.loomweight.junit.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.junit.spi.Claim;
import dev.loomweight.junit.spi.GateSetup;
import dev.loomweight.junit.spi.NewThreads;
import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.junit.spi.Verdict;
import dev.loomweight.junit.spi.Verdicts;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Judges recordings of this JVM, in which threads are pinned by native frames and class initializers: on every JDK. */
class PinJudgeTest {

    private static final String HOLDER = "java.lang.StackStreamFactory$AbstractStackWalker.callStackWalk";

    @TempDir
    private static Path folder;

    private static final List<TestSpan> SPANS = new ArrayList<>();

    private static Path recording;

    private final Map<String, List<Claim>> claims = new HashMap<>();
    private String toml = "";

    /** What a test does. */
    @FunctionalInterface
    private interface Body {
        void run() throws Exception;
    }

    /** What a test does that notes the threads that it creates. */
    @FunctionalInterface
    private interface Creating {
        void run(NewThreads threads) throws Exception;
    }

    /** Code that is not a test's. */
    private static final class Till {

        private Till() {}

        static void pay() {
            StackWalker.getInstance().walk(Till::count);
        }

        private static long count(Stream<StackWalker.StackFrame> frames) {
            block();
            return frames.count();
        }

        static void block() {
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Reads what a class initializer makes that blocks. */
        static int price() {
            return Prices.PRICE;
        }
    }

    /** Initialized once, in the test that asks for it. */
    private static final class Prices {
        static final int PRICE = made();

        private static int made() {
            Till.block();
            return 7;
        }
    }

    /** A JVM in which pins are not recorded; its argument is the recording. */
    static final class Off {

        private Off() {}

        public static void main(String[] args) throws Exception {
            try (Recording recording = new Recording()) {
                recording.enable("jdk.ActiveSetting");
                recording.disable("jdk.VirtualThreadPinned");
                recording.start();
                onVirtualThread(Till::pay);
                recording.stop();
                recording.dump(Path.of(args[0]));
            }
        }
    }

    @BeforeAll
    static void record() throws Exception {
        record("once.jfr", () -> onVirtualThread(Till::pay));
        recording = record("tests.jfr", () -> {
            onVirtualThread(Till::pay);
            List<Thread> left = new ArrayList<>();
            CountDownLatch go = new CountDownLatch(1);
            test("before", () -> onVirtualThread(Till::block));
            test("pays", () -> onVirtualThread(Till::pay));
            test("after", () -> onVirtualThread(Till::block));
            test(
                    "twice",
                    () -> onVirtualThread(() -> {
                        Till.pay();
                        Till.pay();
                    }));
            test("initializes", () -> onVirtualThread(Till::price));
            test(
                    "starts",
                    () -> left.add(Thread.ofVirtual().start(() -> {
                        try {
                            go.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        Till.pay();
                    })));
            test("suffers", () -> {
                go.countDown();
                left.getFirst().join();
            });
            CountDownLatch again = new CountDownLatch(1);
            test("creates", threads -> {
                Thread job = Thread.ofVirtual().unstarted(() -> {
                    try {
                        again.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    Till.pay();
                });
                threads.note(job.threadId() + 1, null);
                job.start();
                left.add(job);
            });
            test("bystander", () -> {
                again.countDown();
                left.getLast().join();
            });
            Instant from = Instant.now();
            NewThreads[] threads = {new NewThreads(), new NewThreads()};
            onVirtualThread(Till::pay);
            SPANS.add(span("one", from, threads[0]));
            SPANS.add(span("other", from, threads[1]));
            threads[0].end();
            threads[1].end();
            test("later", () -> onVirtualThread(Till::block));
        });
    }

    private static Path record(String name, Body tests) throws Exception {
        Path file = folder.resolve(name);
        try (Recording recording = new Recording()) {
            for (String event : List.of("jdk.VirtualThreadPinned", "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait")) {
                recording.enable(event).withoutThreshold().withStackTrace();
            }
            recording.enable("jdk.ActiveSetting");
            recording.start();
            tests.run();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    private static void test(String name, Body body) throws Exception {
        test(name, threads -> body.run());
    }

    private static void test(String name, Creating body) throws Exception {
        Instant from = Instant.now();
        NewThreads threads = new NewThreads();
        body.run(threads);
        threads.end();
        SPANS.add(span(name, from, threads));
    }

    private static TestSpan span(String name, Instant from, NewThreads threads) {
        return new TestSpan(
                "[engine:junit-jupiter]/[class:acme.CartTest]/[method:" + name + "()]",
                name + "()",
                "acme.CartTest",
                name,
                Thread.currentThread().threadId(),
                "main",
                from,
                Instant.now(),
                List.of(),
                threads);
    }

    private void claim(String test, Claim claim) {
        claims.put(test, List.of(claim));
    }

    private TestSpan claimed(TestSpan span) {
        return new TestSpan(
                span.id(),
                span.displayName(),
                span.className(),
                span.methodName(),
                span.threadId(),
                span.threadName(),
                span.from(),
                span.to(),
                claims.getOrDefault(String.valueOf(span.methodName()), List.of()),
                span.newThreads());
    }

    private static void onVirtualThread(Runnable task) throws InterruptedException {
        Thread.ofVirtual().start(task).join();
    }

    private Verdicts judge() throws IOException {
        return judge(recording);
    }

    private Verdicts judge(Path file) throws IOException {
        Path config = folder.resolve("loomweight.toml");
        Files.writeString(config, toml);
        List<Path> classPath = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .toList();
        return new PinJudge()
                .judge(
                        file,
                        SPANS.stream().map(this::claimed).toList(),
                        new GateSetup(folder, toml.isEmpty() ? null : config, classPath));
    }

    private static Verdict of(Verdicts verdicts, String name) {
        assertThat(verdicts.notMeasured()).isNull();
        return verdicts.tests().stream()
                .filter(verdict -> verdict.testId().endsWith(":" + name + "()]"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no verdict on " + name));
    }

    private static Claim noPins() {
        return noPins(0, null);
    }

    private static Claim noPins(long atMost, @Nullable Duration longest) {
        return new Claim(Claim.Kind.NO_PINS, atMost, longest, List.of(), false, List.of(), "@NoPins");
    }

    private static Claim expectPins() {
        return new Claim(Claim.Kind.EXPECT_PINS, Long.MAX_VALUE, null, List.of(), false, List.of(), "@ExpectPins");
    }

    @Test
    void aTestFailsByItsPinsAloneAndSaysWhoHeldTheCarrier() throws Exception {
        List.of("before", "pays", "after").forEach(test -> claim(test, noPins()));

        Verdicts verdicts = judge();

        assertThat(verdicts.tests()).hasSize(3);
        assertThat(of(verdicts, "before").failed()).isFalse();
        assertThat(of(verdicts, "before").message()).isEmpty();
        assertThat(of(verdicts, "after").failed()).isFalse();
        Verdict pays = of(verdicts, "pays");
        assertThat(pays.failed()).isTrue();
        assertThat(pays.message().lines().toList().getFirst())
                .startsWith("@NoPins allows no pin, and there is 1 pin, ");
        assertThat(pays.message())
                .contains(
                        "calls the native method " + HOLDER, ".count (line ", ") back, and that blocks in Thread.sleep")
                .contains("Cause: a native method.")
                .contains("on a platform thread")
                .containsPattern("at " + Pattern.quote(Till.class.getName()) + "\\.block\\(PinJudgeTest\\.java:\\d+\\)")
                .containsPattern("callStackWalk\\(StackStreamFactory\\.java.*\\) <- holds the carrier")
                .containsPattern("at " + Pattern.quote(Till.class.getName()) + "\\.pay\\(PinJudgeTest\\.java:\\d+\\)");
    }

    @Test
    void numbersAndDurationsAreClaimedEachByItself() throws Exception {
        claim("pays", noPins(1, null));
        claim("twice", noPins(1, Duration.ofHours(1)));
        Verdicts verdicts = judge();

        assertThat(of(verdicts, "pays").failed()).isFalse();
        assertThat(of(verdicts, "pays").message()).contains("within what @NoPins allows");
        assertThat(of(verdicts, "twice").message())
                .startsWith("@NoPins allows at most 1 pin and none longer than 1 h, and there are 2 pins, ");

        claim("twice", noPins(Long.MAX_VALUE, Duration.ofNanos(1)));
        Verdict tooLong = of(judge(), "twice");
        assertThat(tooLong.failed()).isTrue();
        assertThat(tooLong.message()).startsWith("@NoPins allows no pin longer than 1 ns, and there are 2 pins");
    }

    @Test
    void classInitializationIsApartUnlessItIsIncluded() throws Exception {
        claim("initializes", noPins());
        Verdict apart = of(judge(), "initializes");
        claim("initializes", new Claim(Claim.Kind.NO_PINS, 0, null, List.of(), true, List.of(), "@NoPins"));
        Verdict included = of(judge(), "initializes");

        assertThat(apart.failed()).isFalse();
        assertThat(apart.message())
                .startsWith("Not counted: 1 pin, ")
                .endsWith("of class initialization, which happens once; includeClassLoading = true counts them.");
        assertThat(included.failed()).isTrue();
        assertThat(included.message()).contains(Prices.class.getName() + ".<clinit>", "Cause: a class initializer.");
    }

    @Test
    void aTestThatDocumentsAPinFailsWhenItIsGone() throws Exception {
        claim("pays", expectPins());
        claim("before", expectPins());

        Verdicts verdicts = judge();

        assertThat(of(verdicts, "pays").failed()).isFalse();
        assertThat(of(verdicts, "before").failed()).isTrue();
        assertThat(of(verdicts, "before").message()).startsWith("@ExpectPins expects a pin, and none was recorded");
    }

    @Test
    void allowedPinsAreCountedAndShown() throws Exception {
        claim(
                "pays",
                new Claim(Claim.Kind.NO_PINS, 0, null, List.of(), false, List.of("the driver; ACME-12"), "@NoPins"));

        Verdict verdict = of(judge(), "pays");

        assertThat(verdict.failed()).isFalse();
        assertThat(verdict.message()).startsWith("1 pin, ").contains("allowed: the driver; ACME-12.", HOLDER);
    }

    @Test
    void theFileClaimsOfEveryTestAndSuppressesPins() throws Exception {
        assertThat(judge().tests()).isEmpty();

        toml = "[tests]\nevery = true\n";
        assertThat(judge().tests()).hasSameSizeAs(SPANS);
        assertThat(of(judge(), "before").failed()).isFalse();
        assertThat(of(judge(), "pays").failed()).isTrue();
        assertThat(of(judge(), "pays").message())
                .startsWith("[tests] of loomweight.toml allows no pin longer than 1 ms, and there is 1 pin, ");

        toml = "[tests]\nevery = true\nat-most = 1\n";
        assertThat(of(judge(), "pays").failed()).isFalse();

        toml = "own = [\"com.acme\"]\n[tests]\nevery = true\n";
        assertThat(of(judge(), "pays").failed()).isFalse();
        assertThat(of(judge(), "pays").message()).contains("without own code");

        String suppress = "[tests]\nevery = true\n[[suppress]]\nsite = \"*Till.pay\"\nreason = \"old; ACME-7\"\n";
        toml = suppress;
        assertThat(of(judge(), "pays").failed()).isFalse();
        assertThat(of(judge(), "pays").message()).contains("suppressed: old; ACME-7.");

        toml = suppress + "until = 2020-01-31\n";
        assertThat(of(judge(), "pays").failed()).isTrue();
        assertThat(judge().notes()).anyMatch(note -> note.contains("expired on 2020-01-31"));

        toml = "[tests]\nevery = 1\n";
        assertThatThrownBy(this::judge).hasMessageContaining("loomweight.toml:2: every must be true or false");
    }

    @Test
    void classFilesThatAreNotThereAreNamed() throws Exception {
        claim("pays", noPins());
        toml = "classpath = [\"target/nothere\"]\n";

        assertThat(judge().notes())
                .contains(
                        "classpath of loomweight.toml: no such file or directory: " + folder.resolve("target/nothere"));
    }

    @Test
    void sitesThatAreNoWorseThanInTheBaselineDoNotCount() throws Exception {
        claim("pays", noPins());
        toml = "baseline = \"tests.jfr\"\n";
        assertThat(of(judge(), "pays").failed()).isFalse();
        assertThat(of(judge(), "pays").message()).contains("no worse than in the baseline");

        toml = "baseline = \"once.jfr\"\nmargin = \"20%\"\n";
        assertThat(of(judge(), "pays").failed()).isTrue();

        toml = "baseline = \"loomweight.toml\"\n";
        assertThatThrownBy(this::judge).hasMessageContaining("is neither");

        Files.writeString(folder.resolve("from20.json"), """
                {"baselineVersion": 1,
                 "pins": {"missing": "", "recordedNanos": 1, "shortestNanos": 20000000, "monitorsPin": false,
                          "methods": [], "sites": []},
                 "figures": {}, "lastMemoryBytes": {}}
                """);
        toml = "baseline = \"from20.json\"\n";
        assertThatThrownBy(this::judge)
                .hasMessageContaining("has pins from 20 ms, and the tests recorded them from 0 ms");
    }

    @Test
    void whatWasNotRecordedIsNoPass() throws Exception {
        claim("pays", noPins());
        Path off = folder.resolve("off.jfr");
        // In a JVM of its own: here the gate itself records these tests, and an event is on for all recordings or for
        // none.
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Off.class.getName(),
                        off.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("off.log").toFile())
                .start();
        try {
            assertThat(process.waitFor())
                    .as(Files.readString(folder.resolve("off.log"), StandardCharsets.UTF_8))
                    .isZero();
        } finally {
            process.destroyForcibly();
        }

        Verdict unknown = of(judge(off), "pays");
        assertThat(unknown.failed()).isTrue();
        assertThat(unknown.message())
                .startsWith("@NoPins could not be measured (counts as a failure): jdk.VirtualThreadPinned was off in ")
                .contains("look for what changes the settings of JFR in this JVM");

        claim("pays", expectPins());
        assertThat(of(judge(off), "pays").failed()).isTrue();
        claim("pays", new Claim(Claim.Kind.NO_PINS, 0, null, List.of(), false, List.of("old"), "@AllowPins"));
        assertThat(of(judge(off), "pays").failed()).isTrue();
        assertThat(judge(folder.resolve("none.jfr")).notMeasured()).contains("is missing");
        Files.write(folder.resolve("torn.jfr"), Arrays.copyOf(Files.readAllBytes(off), 100));
        assertThat(judge(folder.resolve("torn.jfr")).notMeasured()).isNotNull();
    }

    @Test
    void pinsOutsideOfTestsAreNoted() throws Exception {
        claim("before", noPins());

        assertThat(judge().notes()).anyMatch(note -> note.startsWith("1 pin, ") && note.contains("while no test"));
    }

    @Test
    void aThreadThatATestLeftIsNamedInTheTestsThatItRunsInto() throws Exception {
        claim("starts", noPins());
        claim("suffers", noPins());

        Verdicts verdicts = judge();

        assertThat(of(verdicts, "starts").failed()).as("the one that ran fails").isFalse();
        assertThat(of(verdicts, "starts").message())
                .contains("may be of this test, and counts for another, which ran: CartTest.suffers()");
        assertThat(of(verdicts, "suffers").failed()).isTrue();
        assertThat(of(verdicts, "suffers").message())
                .contains("on threads that CartTest.starts() created and that ran on after it had ended; whether they"
                        + " worked for this test is not recorded.");
    }

    @Test
    void aPinOfALeftThreadIsNotPassedOver() throws Exception {
        claim("starts", noPins());

        Verdict starts = of(judge(), "starts");

        assertThat(starts.failed()).isTrue();
        assertThat(starts.message()).contains("on threads that this test created and that ran on");
    }

    @Test
    void aJobThatOutlivesItsTestFailsItAndNotTheTestsThatRunThen() throws Exception {
        claim("creates", noPins());
        claim("bystander", noPins());

        Verdicts verdicts = judge();

        assertThat(of(verdicts, "creates").failed()).isTrue();
        assertThat(of(verdicts, "creates").message())
                .containsPattern(
                        "1 pin, .*, on threads that this test created and that ran on after it had ended, while"
                                + " CartTest.bystander\\(\\) ran\\.");
        assertThat(of(verdicts, "bystander").failed()).isFalse();
        assertThat(of(verdicts, "bystander").message()).isEmpty();

        claim("creates", expectPins());
        assertThat(of(judge(), "creates").failed()).isFalse();
    }

    /** Of two tests at once, by a thread that neither is known to have created. */
    @Test
    void anUndecidedPinIsOneFailureOfTheRun() throws Exception {
        claim("one", noPins());
        claim("other", noPins());
        claim("later", noPins());

        Verdicts verdicts = judge();

        assertThat(of(verdicts, "one").failed()).isFalse();
        assertThat(of(verdicts, "other").failed()).isFalse();
        assertThat(of(verdicts, "later").failed()).isFalse();
        assertThat(verdicts.undecided().get(Verdict.Subject.PINS))
                .startsWith("1 pin, ")
                .contains("Of one of CartTest.one(), CartTest.other():", HOLDER);
        assertThat(of(verdicts, "one").message())
                .contains("Not counted: 1 pin, ", "of one of CartTest.one(), CartTest.other(), which ran");

        claim("one", noPins(1, null));
        claim("other", noPins(1, null));
        assertThat(judge().undecided()).as("within what each allows").isEmpty();

        claim("one", expectPins());
        claims.remove("other");
        assertThat(of(judge(), "one").message()).startsWith("@ExpectPins expects a pin of this test, and what was");
        claims.remove("one");
        assertThat(judge().undecided()).as("nothing is claimed of either").isEmpty();
    }

    @Test
    void aPinThatMayBeOfAnotherTestSatisfiesNothing() throws Exception {
        claim("starts", expectPins());
        claim("suffers", expectPins());

        Verdicts verdicts = judge();

        assertThat(of(verdicts, "starts").failed()).isTrue();
        assertThat(of(verdicts, "suffers").failed()).isTrue();
        assertThat(of(verdicts, "starts").message() + of(verdicts, "suffers").message())
                .contains("@ExpectPins expects a pin of this test, and what was recorded may be of another: 1 pin, ");
    }
}
