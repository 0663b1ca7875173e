package dev.loomweight.junit.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.junit.spi.Claim;
import dev.loomweight.junit.spi.GateSetup;
import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.junit.spi.Verdict;
import dev.loomweight.junit.spi.Verdicts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Judges recordings of this JVM, in which threads are pinned by native frames and class initializers: on every JDK. */
class PinJudgeTest {

    private static final String HOLDER = "java.lang.StackStreamFactory$AbstractStackWalker.callStackWalk";

    @TempDir
    private Path folder;

    private final List<TestSpan> spans = new ArrayList<>();
    private String toml = "";

    /** What a test does. */
    @FunctionalInterface
    private interface Body {
        void run() throws Exception;
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

    private Path record(boolean pins, Body tests) throws Exception {
        Path file = folder.resolve("tests.jfr");
        try (Recording recording = new Recording()) {
            for (String event : List.of("jdk.VirtualThreadPinned", "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait")) {
                recording.enable(event).withoutThreshold().withStackTrace();
            }
            recording.enable("jdk.ActiveSetting");
            if (!pins) {
                recording.disable("jdk.VirtualThreadPinned");
            }
            recording.start();
            tests.run();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    private void test(String name, Body body, Claim... claims) throws Exception {
        Instant from = Instant.now();
        long first = TestSpan.nextThreadId();
        body.run();
        spans.add(new TestSpan(
                "[engine:junit-jupiter]/[class:acme.CartTest]/[method:" + name + "()]",
                name + "()",
                "acme.CartTest",
                name,
                Thread.currentThread().threadId(),
                "main",
                from,
                Instant.now(),
                List.of(claims),
                first,
                TestSpan.nextThreadId()));
    }

    private static void onVirtualThread(Runnable task) throws InterruptedException {
        Thread.ofVirtual().start(task).join();
    }

    private Verdicts judge(Path recording) throws IOException {
        Path config = folder.resolve("loomweight.toml");
        Files.writeString(config, toml);
        List<Path> classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .toList();
        return new PinJudge().judge(recording, spans, new GateSetup(folder, toml.isEmpty() ? null : config, classPath));
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
        Path recording = record(true, () -> {
            test("before", () -> onVirtualThread(Till::block), noPins());
            test("pays", () -> onVirtualThread(Till::pay), noPins());
            test("after", () -> onVirtualThread(Till::block), noPins());
            test("unclaimed", () -> onVirtualThread(Till::pay));
        });

        Verdicts verdicts = judge(recording);

        assertThat(verdicts.tests()).hasSize(3);
        assertThat(of(verdicts, "before").failed()).isFalse();
        assertThat(of(verdicts, "before").message()).isEmpty();
        assertThat(of(verdicts, "after").failed()).isFalse();
        Verdict pays = of(verdicts, "pays");
        assertThat(pays.failed()).isTrue();
        assertThat(pays.message().lines().toList().getFirst())
                .startsWith("@NoPins allows no pin, and there is 1 pin, ");
        assertThat(pays.message())
                .contains("calls the native method " + HOLDER, "the callback blocks in Thread.sleep")
                .contains("Cause: a native method.")
                .contains("on a platform thread")
                .containsPattern("at " + java.util.regex.Pattern.quote(Till.class.getName())
                        + "\\.block\\(PinJudgeTest\\.java:\\d+\\)")
                .containsPattern("callStackWalk\\(StackStreamFactory\\.java.*\\) <- holder")
                .containsPattern("at " + java.util.regex.Pattern.quote(Till.class.getName())
                        + "\\.pay\\(PinJudgeTest\\.java:\\d+\\)");
    }

    @Test
    void numbersAndDurationsAreClaimedEachByItself() throws Exception {
        Path recording = record(true, () -> {
            test("few", () -> onVirtualThread(Till::pay), noPins(1, null));
            test("many", () -> onVirtualThread(() -> {
                Till.pay();
                Till.pay();
            }), noPins(1, Duration.ofHours(1)));
            test("long", () -> onVirtualThread(Till::pay), noPins(Long.MAX_VALUE, Duration.ofNanos(1)));
        });

        Verdicts verdicts = judge(recording);

        assertThat(of(verdicts, "few").failed()).isFalse();
        assertThat(of(verdicts, "few").message()).contains("within what @NoPins allows");
        assertThat(of(verdicts, "many").message())
                .startsWith("@NoPins allows at most 1 pin and none longer than 1 h, and there are 2 pins, ");
        assertThat(of(verdicts, "long").failed()).isTrue();
        assertThat(of(verdicts, "long").message()).startsWith("@NoPins allows none longer than 1 ns, and there is 1 pin");
    }

    @Test
    void classInitializationIsApartUnlessItIsIncluded() throws Exception {
        Claim all = new Claim(Claim.Kind.NO_PINS, 0, null, List.of(), true, List.of(), "@NoPins");
        Path recording = record(true, () -> test("first", () -> onVirtualThread(Till::price), noPins()));

        Verdict apart = of(judge(recording), "first");
        TestSpan span = spans.removeFirst();
        spans.add(new TestSpan(
                span.id(),
                span.displayName(),
                span.className(),
                span.methodName(),
                span.threadId(),
                span.threadName(),
                span.from(),
                span.to(),
                List.of(all),
                span.firstNewThread(),
                span.lastNewThread()));
        Verdict included = of(judge(recording), "first");

        assertThat(apart.failed()).isFalse();
        assertThat(apart.message())
                .startsWith("Not counted: 1 pin, ")
                .endsWith("of class initialization, which happens once; includeClassLoading = true counts them.");
        assertThat(included.failed()).isTrue();
        assertThat(included.message()).contains(Prices.class.getName() + ".<clinit>", "Cause: a class initializer.");
    }

    @Test
    void aTestThatDocumentsAPinFailsWhenItIsGone() throws Exception {
        Path recording = record(true, () -> {
            test("pins", () -> onVirtualThread(Till::pay), expectPins());
            test("fixed", () -> onVirtualThread(Till::block), expectPins());
        });

        Verdicts verdicts = judge(recording);

        assertThat(of(verdicts, "pins").failed()).isFalse();
        assertThat(of(verdicts, "fixed").failed()).isTrue();
        assertThat(of(verdicts, "fixed").message()).startsWith("@ExpectPins expects a pin, and none was recorded");
    }

    @Test
    void allowedPinsAreCountedAndShown() throws Exception {
        Claim allowed =
                new Claim(Claim.Kind.NO_PINS, 0, null, List.of(), false, List.of("the driver; ACME-12"), "@NoPins");
        Path recording = record(true, () -> test("pays", () -> onVirtualThread(Till::pay), allowed));

        Verdict verdict = of(judge(recording), "pays");

        assertThat(verdict.failed()).isFalse();
        assertThat(verdict.message()).startsWith("1 pin, ").contains("allowed: the driver; ACME-12.", HOLDER);
    }

    @Test
    void theFileSuppressesPinsAndClaimsOfEveryTest() throws Exception {
        Path recording = record(true, () -> test("pays", () -> onVirtualThread(Till::pay)));

        assertThat(judge(recording).tests()).isEmpty();

        toml = "[tests]\nevery = true\n";
        assertThat(of(judge(recording), "pays").failed()).isTrue();
        assertThat(of(judge(recording), "pays").message()).startsWith("[tests] of loomweight.toml allows no pin");

        toml = "[tests]\nevery = true\nat-most = 1\n";
        assertThat(of(judge(recording), "pays").failed()).isFalse();

        toml = "own = [\"com.acme\"]\n[tests]\nevery = true\n";
        assertThat(of(judge(recording), "pays").failed()).isFalse();
        assertThat(of(judge(recording), "pays").message()).contains("without own code");

        String suppress = "[tests]\nevery = true\n[[suppress]]\nsite = \"*.Till.pay\"\nreason = \"old; ACME-7\"\n"
                .replace("*.Till", "*Till");
        toml = suppress;
        assertThat(of(judge(recording), "pays").failed()).isFalse();
        assertThat(of(judge(recording), "pays").message()).contains("suppressed: old; ACME-7.");

        toml = suppress + "until = 2020-01-31\n";
        assertThat(of(judge(recording), "pays").failed()).isTrue();
        assertThat(judge(recording).notes()).anyMatch(note -> note.contains("expired on 2020-01-31"));

        toml = "[tests]\nevery = 1\n";
        assertThatThrownBy(() -> judge(recording)).hasMessageContaining("loomweight.toml:2: every must be true or false");
    }

    @Test
    void sitesThatAreNoWorseThanInTheBaselineDoNotCount() throws Exception {
        Path recording = record(true, () -> test("pays", () -> onVirtualThread(Till::pay), noPins()));
        Path before = folder.resolve("before.jfr");
        Files.copy(recording, before);

        toml = "baseline = \"before.jfr\"\n";
        assertThat(of(judge(recording), "pays").failed()).isFalse();
        assertThat(of(judge(recording), "pays").message()).contains("no worse than in the baseline");

        spans.clear();
        Path more = record(true, () -> test("pays", () -> onVirtualThread(() -> {
            Till.pay();
            Till.pay();
        }), noPins()));
        assertThat(of(judge(more), "pays").failed()).isTrue();
    }

    @Test
    void whatWasNotRecordedIsNoPass() throws Exception {
        Path recording = record(false, () -> test("pays", () -> onVirtualThread(Till::pay), noPins()));

        assertThat(judge(recording).notMeasured())
                .startsWith("jdk.VirtualThreadPinned was off in ")
                .contains("The gate records it");
        assertThat(judge(folder.resolve("none.jfr")).notMeasured()).contains("is missing");
        Files.write(folder.resolve("torn.jfr"), Arrays.copyOf(Files.readAllBytes(recording), 100));
        assertThat(judge(folder.resolve("torn.jfr")).notMeasured()).isNotNull();
    }

    @Test
    void pinsOutsideOfTestsAreNoted() throws Exception {
        Path recording = record(true, () -> {
            onVirtualThread(Till::pay);
            test("quiet", () -> {}, noPins());
        });

        Verdicts verdicts = judge(recording);

        assertThat(of(verdicts, "quiet").failed()).isFalse();
        assertThat(verdicts.notes()).anyMatch(note -> note.startsWith("1 pin, ") && note.contains("while no test"));
    }

    @Test
    void aThreadThatATestLeftIsNamedInTheTestsThatItRunsInto() throws Exception {
        List<Thread> left = new ArrayList<>();
        java.util.concurrent.CountDownLatch go = new java.util.concurrent.CountDownLatch(1);
        Path recording = record(true, () -> {
            test("starts", () -> left.add(Thread.ofVirtual().start(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                Till.pay();
            })), noPins());
            test("suffers", () -> {
                go.countDown();
                left.getFirst().join();
            }, noPins());
        });

        Verdicts verdicts = judge(recording);

        assertThat(of(verdicts, "starts").message()).contains("on threads that this test created and that ran on");
        assertThat(of(verdicts, "suffers").message())
                .contains("on threads that CartTest.starts() created and that ran on after it had ended; whether they"
                        + " worked for this test is not recorded.");
    }
}
