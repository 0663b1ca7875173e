package dev.loomweight.junit.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.junit.spi.NewThreads;
import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times are in nanoseconds since 1970; thread ids as the JVM counts them. */
class SpansTest {

    private static final long MAIN = 1;

    /** Two classes, one after the other: cart with two tests, and list with one. */
    private static final int CART = 0;

    private static final int ADD = 1;
    private static final int PAY = 2;
    private static final int LIST = 3;
    private static final int SHOW = 4;
    private static final Spans ONE_BY_ONE = spans(
            span("Cart", null, 0, 100, 10, 50),
            span("Cart", "add", 20, 40, 20, 30),
            span("Cart", "pay", 60, 80, 35, 45),
            span("List", null, 110, 200, 60, 90),
            span("List", "show", 120, 180, 70, 80));

    /** Two classes at once, each with one test. */
    private static final Spans AT_ONCE = spans(
            span("Cart", null, 0, 100, 10, 50),
            span("Cart", "add", 10, 90, 11, 49),
            span("List", null, 0, 100, 10, 50),
            span("List", "show", 10, 60, 11, 30),
            span("List", "hide", 70, 80, 35, 40));

    private static final int ADD_AT_ONCE = 1;
    private static final int LIST_AT_ONCE = 2;
    private static final int SHOW_AT_ONCE = 3;

    /** Without class files: names must do. */
    static Spans spans(TestSpan... all) {
        return spans(Set.of(), all);
    }

    private static Spans spans(Set<Integer> unclaimed, TestSpan... all) {
        TestCode code = new TestCode(new Code(ClassPath.none()), List.of(all));
        return new Spans(List.of(all), code, number -> !unclaimed.contains(number));
    }

    private static TestSpan span(
            String className, @Nullable String method, long from, long to, long first, long last, long... notes) {
        String id = "[engine:junit-jupiter]/[class:" + className + "]"
                + (method == null ? "" : "/[method:" + method + "()]");
        return new TestSpan(
                id,
                method == null ? className : method + "()",
                className,
                method,
                MAIN,
                "main",
                Instant.ofEpochSecond(0, from),
                Instant.ofEpochSecond(0, to),
                List.of(),
                new NewThreads(first, last, notes));
    }

    private static final StackTrace WORKER =
            stack("Till.take", "java.util.concurrent.ThreadPoolExecutor.runWorker", "java.lang.VirtualThread.run");

    private static StackTrace stack(String... methods) {
        List<Frame> frames = new ArrayList<>();
        for (String method : methods) {
            int dot = method.lastIndexOf('.');
            frames.add(new Frame(method.substring(0, dot), method.substring(dot + 1), "()V", 1, 1, 1, "Interpreted"));
        }
        return new StackTrace(frames, false);
    }

    private static Share share(int... spans) {
        return Share.of(Arrays.stream(spans).boxed().toList());
    }

    @Test
    void aPinIsOfTheTestInWhichItsThreadWasCreated() {
        assertThat(ONE_BY_ONE.of(25, 25, 30, StackTrace.NONE)).isEqualTo(share(ADD));
        assertThat(ONE_BY_ONE.of(40, 65, 70, StackTrace.NONE)).isEqualTo(share(PAY));
    }

    @Test
    void aPinThatOutlastsItsTestIsStillOfTheTestThatCreatedItsThread() {
        assertThat(ONE_BY_ONE.of(25, 35, 70, StackTrace.NONE)).isEqualTo(share(ADD));
    }

    @Test
    void aPinOfASharedThreadIsOfTheTestThatRan() {
        assertThat(ONE_BY_ONE.of(12, 25, 30, StackTrace.NONE)).isEqualTo(share(ADD));
        assertThat(ONE_BY_ONE.of(12, 65, 70, StackTrace.NONE)).isEqualTo(share(PAY));
        assertThat(ONE_BY_ONE.of(12, 45, 50, StackTrace.NONE))
                .as("between them")
                .isEqualTo(share(CART));
    }

    @Test
    void ofAThreadThatATestLeftThePinIsOfWhatRanAndCanBeOfThatTest() {
        assertThat(ONE_BY_ONE.of(25, 65, 70, StackTrace.NONE)).isEqualTo(new Share(List.of(PAY), List.of(ADD), ADD));
        assertThat(ONE_BY_ONE.of(25, 65, 70, WORKER)).isEqualTo(new Share(List.of(PAY), List.of(ADD), ADD));
        assertThat(ONE_BY_ONE.of(25, 50, 55, StackTrace.NONE))
                .as("between the tests")
                .isEqualTo(Share.left(List.of(ADD), List.of()));
        assertThat(ONE_BY_ONE.of(25, 105, 106, StackTrace.NONE)).isEqualTo(Share.left(List.of(ADD), List.of()));
    }

    @Test
    void whereNoPinFailsWhatRanThePinIsOfTheTestThatLeftTheThread() {
        Spans spans = spans(Set.of(1), span("Cart", "add", 0, 50, 10, 30), span("Cart", "pay", 60, 80, 35, 45));

        assertThat(spans.of(20, 65, 70, StackTrace.NONE)).isEqualTo(new Share(List.of(0), List.of(1), 0));
        assertThat(spans.of(20, 65, 70, WORKER))
                .as("a worker, which has no task of a test that ended, as a rule")
                .isEqualTo(new Share(List.of(1), List.of(0), 0));
    }

    @Test
    void theCodeOfATestWinsOverWhatCreatedTheThread() {
        assertThat(ONE_BY_ONE.of(25, 65, 70, stack("Till.take", "Cart.lambda$pay$0")))
                .as("a pool's worker of the first test in the second")
                .isEqualTo(share(PAY));
        assertThat(ONE_BY_ONE.of(62, 130, 140, stack("Till.take", "Cart.lambda$add$0")))
                .as("a task of a test that has ended")
                .isEqualTo(Share.left(List.of(ADD), List.of(SHOW)));
    }

    @Test
    void whoCreatedAWorkerOfAPoolDecidesNothing() {
        Spans spans = spans(span("Cart", "add", 0, 50, 10, 30), span("Cart", "pay", 0, 50, 21, 30));

        assertThat(spans.of(15, 20, 30, StackTrace.NONE)).isEqualTo(share(0));
        assertThat(spans.of(15, 20, 30, WORKER)).isEqualTo(share(0, 1));
    }

    @Test
    void aTaskIsOfTheRunThatRunsUnlessAnEarlierLeftTheThread() {
        Spans spans = spans(span("Cart", "add", 0, 50, 10, 30), span("Cart", "add", 60, 80, 35, 45));
        StackTrace task = stack("Till.take", "Cart.lambda$add$0");

        assertThat(spans.of(5, 65, 70, task)).isEqualTo(share(1));
        assertThat(spans.of(20, 65, 70, task)).isEqualTo(new Share(List.of(1), List.of(0), 0));
    }

    @Test
    void ofAThreadFromBeforeAllTestsThePinIsOfWhatRan() {
        assertThat(ONE_BY_ONE.of(5, 65, 70, StackTrace.NONE)).isEqualTo(share(PAY));
        assertThat(ONE_BY_ONE.of(5, 105, 106, StackTrace.NONE)).isEqualTo(Share.NONE);
        assertThat(ONE_BY_ONE.of(5, 30, 70, StackTrace.NONE)).as("over both").isEqualTo(share(ADD, PAY));
    }

    @Test
    void aPinOutsideOfTestsIsOfTheirClass() {
        assertThat(ONE_BY_ONE.of(62, 112, 115, StackTrace.NONE)).isEqualTo(share(LIST));
    }

    @Test
    void aTestThatRunsOnAVirtualThreadHasThePinsOfThatThread() {
        assertThat(ONE_BY_ONE.of(MAIN, 130, 140, StackTrace.NONE)).isEqualTo(share(SHOW));
    }

    @Test
    void testsThatRanAtTheSameTimeSharePins() {
        assertThat(AT_ONCE.of(20, 20, 30, StackTrace.NONE)).isEqualTo(share(ADD_AT_ONCE, SHOW_AT_ONCE));
        assertThat(AT_ONCE.of(33, 65, 68, StackTrace.NONE))
                .as("created when one alone ran")
                .isEqualTo(share(ADD_AT_ONCE));
        assertThat(AT_ONCE.of(5, 65, 68, StackTrace.NONE))
                .as("pinned when one alone ran")
                .isEqualTo(share(ADD_AT_ONCE));
        assertThat(AT_ONCE.of(45, 85, 88, StackTrace.NONE))
                .as("one ran, and what comes after the other's class")
                .isEqualTo(share(ADD_AT_ONCE, LIST_AT_ONCE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cart.lambda$add$0", "Cart.add", "Cart$Task.run", "Cart.helper"})
    void theCodeOfATestOnTheStackTellsThemApart(String outermost) {
        StackTrace stack = stack("java.lang.Thread.sleep", "List.show", outermost, "java.lang.VirtualThread.run");

        assertThat(AT_ONCE.of(20, 20, 30, stack)).isEqualTo(share(ADD_AT_ONCE));
    }

    @Test
    void ofTestsOfOneClassTheMethodTellsThemApart() {
        Spans spans = spans(
                span("Cart", "add", 0, 50, 10, 30),
                span("Cart", "addAll", 0, 50, 10, 30),
                span("Cart", "pay", 0, 50, 10, 30));

        assertThat(spans.of(20, 20, 30, stack("Till.take", "Cart.lambda$add$1")))
                .isEqualTo(share(0));
        assertThat(spans.of(20, 20, 30, stack("Till.take", "Cart.addAll$lambda$0")))
                .isEqualTo(share(1));
        assertThat(spans.of(20, 20, 30, stack("Till.take", "Cart.other"))).isEqualTo(share(0, 1, 2));
    }

    @Test
    void ofTestsAtOnceAPinIsOfTheOneThatNotedItsThread() {
        Spans spans = spans(
                span("Cart", "add", 0, 50, 10, 40, 21),
                span("Cart", "add", 0, 50, 11, 41, 23, 31),
                span("Cart", "pay", 0, 50, 12, 42));

        assertThat(spans.of(20, 20, 30, StackTrace.NONE)).isEqualTo(share(0));
        assertThat(spans.of(22, 20, 30, StackTrace.NONE)).isEqualTo(share(1));
        assertThat(spans.of(22, 20, 30, stack("Till.take", "Cart.lambda$add$0")))
                .as("of two runs of one test")
                .isEqualTo(share(1));
        assertThat(spans.of(22, 20, 30, stack("Till.take", "Cart.lambda$pay$0")))
                .as("the code of another")
                .isEqualTo(share(2));
        assertThat(spans.of(22, 20, 30, WORKER)).as("a worker").isEqualTo(share(0, 1, 2));
        assertThat(spans.of(25, 20, 30, StackTrace.NONE)).as("noted by none").isEqualTo(share(0, 1, 2));
        assertThat(spans.of(22, 60, 70, StackTrace.NONE))
                .as("after its end")
                .isEqualTo(Share.left(List.of(1), List.of()));
    }

    @Test
    void aJobThatOutlivesItsTestIsOfTheTestThatNotedItsThread() {
        Spans spans = spans(
                span("Cart", null, 0, 200, 5, 90),
                span("Cart", "add", 0, 50, 10, 40, 21),
                span("Cart", "add", 60, 80, 50, 60),
                span("Cart", "pay", 60, 80, 51, 61, 56),
                span("Cart", "list", 90, 95, 70, 80));

        assertThat(spans.of(20, 65, 70, StackTrace.NONE)).isEqualTo(Share.left(List.of(1), List.of(2, 3)));
        assertThat(spans.of(20, 55, 56, StackTrace.NONE))
                .as("between tests")
                .isEqualTo(Share.left(List.of(1), List.of()));
        assertThat(spans.of(20, 65, 70, stack("Till.take", "Cart.lambda$add$0")))
                .as("of two runs of one test")
                .isEqualTo(Share.left(List.of(1), List.of(2, 3)));
        assertThat(spans.of(20, 65, 70, stack("Till.take", "Cart.lambda$pay$0")))
                .as("a task that another test handed over")
                .isEqualTo(share(3));
        assertThat(spans.of(20, 65, 70, WORKER))
                .as("a worker, which serves anyone")
                .isEqualTo(new Share(List.of(2, 3), List.of(1), 1));
        assertThat(spans.of(22, 65, 70, StackTrace.NONE))
                .as("noted by none")
                .isEqualTo(new Share(List.of(2, 3), List.of(1), 1));
        assertThat(spans.of(55, 92, 94, StackTrace.NONE)).isEqualTo(Share.left(List.of(3), List.of(4)));
    }

    @Test
    void threadsOfOneMomentShareAPinUnlessCodeTells() {
        // 20 and 21 were drawn, and then noted with 22 and 23.
        Spans spans = spans(
                span("Cart", "add", 0, 50, 10, 40, 22),
                span("Cart", "pay", 0, 50, 11, 41, 23),
                span("Cart", "list", 0, 50, 12, 42));

        assertThat(spans.of(20, 20, 30, StackTrace.NONE)).isEqualTo(share(0, 1));
        assertThat(spans.of(21, 20, 30, StackTrace.NONE)).isEqualTo(share(0, 1));
        assertThat(spans.of(21, 20, 30, stack("Till.take", "Cart.lambda$add$0")))
                .isEqualTo(share(0));
    }

    @Test
    void whatATestLeftCreatesThreadsForWhoeverAsks() {
        Spans spans = spans(span("Cart", "add", 0, 50, 10, 30, 21, 37), span("Cart", "pay", 60, 80, 35, 45));

        assertThat(spans.of(36, 65, 70, StackTrace.NONE)).isEqualTo(share(1));
    }

    @Test
    void aThreadThatAClassCreatedIsOfThoseOfItsTestsThatRan() {
        Spans spans = spans(
                span("Cart", null, 0, 100, 10, 50, 13),
                span("Cart", "add", 10, 90, 20, 40),
                span("Cart", "pay", 10, 90, 21, 41),
                span("List", "show", 0, 100, 9, 51));

        assertThat(spans.of(12, 20, 30, StackTrace.NONE)).isEqualTo(share(1, 2));
    }

    @Test
    void withoutIdsOfThreadsTimeDecides() {
        Spans spans = spans(span("Cart", "add", 0, 50, 0, 0), span("Cart", "pay", 60, 80, 0, 0));

        assertThat(spans.of(20, 55, 70, StackTrace.NONE)).isEqualTo(share(1));
    }
}
