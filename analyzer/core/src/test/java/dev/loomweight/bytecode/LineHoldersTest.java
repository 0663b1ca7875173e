package dev.loomweight.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.LineMonitors.LineMonitor;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.sample.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The monitors of frames that have a line and no bytecode index, as dumps have them. */
class LineHoldersTest {

    private static final int NATIVE = 0x100;

    // The numbers of the lines are those of the frames below.
    private static final String SOURCE = """
            package com.acme;
            class Cart {
                static final Object LOCK = new Object();
                static Object other = new Object();
                final Object own = new Object();
                void call() {}
                void call(int i) {}
                synchronized void method() {
                    call();
                }
                static synchronized void ofClass() {
                    Thread.yield();
                }
                void blocks(Object given) {
                    synchronized (LOCK) {
                        synchronized (own) {
                            call();
                        }
                        synchronized (given) { call(1); }
                    }
                    call(); synchronized (other) { call(); }
                    synchronized (Cart.class) { Thread.yield(); }
                }
                synchronized void waits() throws InterruptedException {
                    synchronized (LOCK) {
                        LOCK.wait();
                    }
                    this.wait();
                }
                void mixed(boolean once) {
                    if (once) {
                        call();
                    } else synchronized (LOCK) { call(); }
                }
                Runnable lambda(Object captured) {
                    return () -> {
                        synchronized (captured) {
                            call();
                        }
                    };
                }
                void limits(long given, boolean once, Thread other) throws Exception {
                    LOCK.wait();
                    LOCK.wait(0);
                    LOCK.wait(1);
                    LOCK.wait(100_000);
                    LOCK.wait(given);
                    LOCK.wait(once ? 5 : 0);
                    LOCK.wait(5, 7);
                    other.join();
                    other.join(0);
                    other.join(java.time.Duration.ofSeconds(5));
                    if (once) LOCK.wait(); else LOCK.wait(5);
                    if (once) LOCK.wait(0); else LOCK.wait();
                }
            }
            """;

    @TempDir
    private Path folder;

    private ClassPath path = ClassPath.none();
    private LineHolders holders = new LineHolders(new Code(path));

    @BeforeEach
    void compile() throws IOException {
        Compiled.into(folder, "Cart.java", SOURCE, "-g");
        path = ClassPath.of(List.of(folder.toString()), null, 21);
        holders = new LineHolders(new Code(path));
    }

    @AfterEach
    void close() throws IOException {
        path.close();
    }

    @Test
    void aSynchronizedMethodThatHasCalledHoldsItsMonitor() {
        assertThat(held("call", 6, "method", 9)).containsExactly("this of com.acme.Cart");
        assertThat(heldBelow(frame("java.lang.Thread", "yield", -1), frame("com.acme.Cart", "ofClass", 12)))
                .containsExactly("com.acme.Cart.class one");
    }

    @Test
    void blocksHoldWhatTheyAreOn() {
        assertThat(held("call", 6, "blocks", 17))
                .containsExactly("this.own of com.acme.Cart", "com.acme.Cart.LOCK one");
        assertThat(held("call", 7, "blocks", 19))
                .containsExactly("given in com.acme.Cart.blocks", "com.acme.Cart.LOCK one");
    }

    @Test
    void whatOneOfTwoCallsOnTheLineHoldsIsPossible() {
        assertThat(held("call", 6, "blocks", 21)).containsExactly("com.acme.Cart.other?");
        assertThat(held("call", 6, "mixed", 33)).containsExactly("com.acme.Cart.LOCK one");
        assertThat(held("call", 6, "mixed", -1)).containsExactly("com.acme.Cart.LOCK one?");
    }

    /** What a lambda captures is called as in the method that it is in. */
    @Test
    void aLambdaThatCapturesALockNamesTheLocalOfItsMethod() {
        assertThat(held("call", 6, "lambda$lambda$0", 38)).containsExactly("captured in com.acme.Cart.lambda");
    }

    @Test
    void theInnermostFrameMayBeEnteringAMonitorOrBehindThat() {
        LineMonitors block = holders.of(List.of(frame("com.acme.Cart", "blocks", 22)));
        LineMonitors behind = holders.of(List.of(frame("com.acme.Cart", "blocks", 17)));
        LineMonitors method = holders.of(List.of(frame("com.acme.Cart", "method", 9)));

        assertThat(block.entering()).extracting(LineMonitor::object).containsExactly("com.acme.Cart.class");
        assertThat(words(block.held())).containsExactly("com.acme.Cart.class one?");
        assertThat(behind.entering()).extracting(LineMonitor::object).containsExactly("this.own of com.acme.Cart");
        assertThat(words(behind.held())).containsExactly("this.own of com.acme.Cart?", "com.acme.Cart.LOCK one");
        assertThat(words(method.entering())).containsExactly("this of com.acme.Cart?");
        assertThat(words(method.held())).containsExactly("this of com.acme.Cart?");
    }

    @Test
    void whatAThreadWaitsOnIsReleased() {
        LineMonitors block = holders.of(List.of(
                nativeFrame("java.lang.Object", "wait0"),
                frame("java.lang.Object", "wait", 366),
                frame("java.lang.Object", "wait", 339),
                frame("com.acme.Cart", "waits", 26)));
        LineMonitors method = holders.of(List.of(
                nativeFrame("java.lang.Object", "wait0"),
                frame("java.lang.Object", "wait", 366),
                frame("com.acme.Cart", "waits", 28)));

        assertThat(words(block.waiting())).containsExactly("com.acme.Cart.LOCK one");
        assertThat(words(block.held())).containsExactly("this of com.acme.Cart");
        assertThat(words(method.waiting())).containsExactly("this of com.acme.Cart");
        assertThat(method.held()).isEmpty();
    }

    @Test
    void withoutAClassFileAFrameIsUndecided() {
        LineMonitors monitors = holders.of(List.of(
                nativeFrame("jdk.internal.misc.Unsafe", "park"),
                frame("com.acme.Missing", "run", 3),
                frame("com.acme.Cart", "blocks", 17)));

        assertThat(monitors.undecided()).containsExactly(1);
        // Nothing on the line calls run: whatever called the frame above is not in the dump.
        assertThat(words(monitors.held())).containsExactly("this.own of com.acme.Cart", "com.acme.Cart.LOCK one");
    }

    /** Another version of the class has no such line: nothing is said by it. */
    @Test
    void aLineThatTheClassFileDoesNotHaveDecidesNothing() {
        LineMonitors monitors =
                holders.of(List.of(frame("com.acme.Cart", "call", 6), frame("com.acme.Cart", "blocks", 99)));

        assertThat(monitors.held()).isEmpty();
        assertThat(monitors.undecided()).containsExactly(1);
    }

    private List<String> held(String callee, int calleeLine, String method, int line) {
        return heldBelow(frame("com.acme.Cart", callee, calleeLine), frame("com.acme.Cart", method, line));
    }

    private List<String> heldBelow(Frame callee, Frame frame) {
        List<LineMonitor> held = holders.of(List.of(callee, frame)).held();
        assertThat(held).allSatisfy(monitor -> assertThat(monitor.depth()).isEqualTo(1));
        return words(held);
    }

    @ParameterizedTest(name = "{0} at line {1}: {2}")
    @CsvSource({
        "wait, 43, NONE",
        "wait, 44, NONE",
        "wait, 45, TIME",
        "wait, 46, TIME",
        "wait, 47, UNKNOWN",
        "wait, 48, UNKNOWN",
        "wait, 49, UNKNOWN",
        "join, 50, NONE",
        "join, 51, NONE",
        "join, 52, TIME",
        "wait, 53, UNKNOWN",
        "wait, 54, NONE",
        "wait, 50, UNKNOWN",
        "wait, 99, UNKNOWN"
    })
    void aConstantShowsWhetherAWaitHasALimit(String call, int line, ThreadWait.Limit limit) {
        String type = call.equals("join") ? "java.lang.Thread" : "java.lang.Object";

        assertThat(holders.limit(List.of(frame(type, call, -1), frame("com.acme.Cart", "limits", line)), 1))
                .isEqualTo(limit);
    }

    private static List<String> words(List<LineMonitor> monitors) {
        return monitors.stream()
                .map(monitor -> monitor.object() + (monitor.one() ? " one" : "") + (monitor.certain() ? "" : "?"))
                .toList();
    }

    private static Frame frame(String className, String method, int line) {
        return new Frame(className, method, "", line, -1, 0, "");
    }

    private static Frame nativeFrame(String className, String method) {
        return new Frame(className, method, "", -1, -1, NATIVE, "");
    }
}
