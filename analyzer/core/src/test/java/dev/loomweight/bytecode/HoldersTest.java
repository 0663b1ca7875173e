package dev.loomweight.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.HeldMonitors.StackHolders;
import dev.loomweight.bytecode.HeldMonitors.State;
import dev.loomweight.bytecode.HeldMonitors.Uncertainty;
import dev.loomweight.bytecode.HeldMonitors.Uncertainty.Reason;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of frames whose class file is there, missing, or not what ran. */
class HoldersTest {

    private static final int SYNCHRONIZED = 0x20;
    private static final int STATIC = 8;
    private static final int NATIVE = 0x100;

    private static final String SOURCE = """
            package com.acme;
            class Cart {
                static void held(String monitors) {}
                synchronized void add(int i) {
                    held("this");
                }
                void add(long l) {
                    held("");
                }
                void block() {
                    synchronized (Cart.class) {
                        held("Cart.class");
                    }
                }
                synchronized void both(Object o) {
                    synchronized (o) {
                        held("this, o");
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    private ClassPath path = ClassPath.none();
    private Holders holders = new Holders(new Code(path));
    private List<Marks> marks = List.of();

    @BeforeEach
    void compile() throws Exception {
        Compiled.into(folder, "Cart.java", SOURCE, "-g");
        marks = Marks.in(Files.readAllBytes(folder.resolve("com/acme/Cart.class")));
        path = ClassPath.of(List.of(folder.toString()), null, 21);
        holders = new Holders(new Code(path));
    }

    @AfterEach
    void close() throws IOException {
        path.close();
    }

    @Test
    void overloadsAreToldApartByTheirDescriptor() {
        assertThat(holders.of(mark("add", "(I)V")).holds()).isTrue();
        assertThat(holders.of(mark("add", "(J)V"))).isEqualTo(HeldMonitors.NOTHING);
    }

    @Test
    void withoutClassFilesTheModifiersDecideSynchronizedMethods() {
        Holders blind = new Holders(new Code(ClassPath.none()));

        HeldMonitors method = blind.of(mark("both", "(Ljava/lang/Object;)V"));
        assertThat(method.state()).isEqualTo(State.HOLDS);
        assertThat(method.monitors()).containsExactly(new Monitor(Monitor.Kind.METHOD, "this", -1));
        assertThat(method.uncertainty())
                .isEqualTo(new Uncertainty(Reason.NO_CLASS_FILE, "the class file of com.acme.Cart is missing"));
        HeldMonitors block = blind.of(mark("block", "()V"));
        assertThat(block.state()).isEqualTo(State.UNKNOWN);
        assertThat(block.monitors()).isEmpty();
        HeldMonitors ofClass = blind.of(frame("com.acme.Shop$Till", "open", 0, STATIC | SYNCHRONIZED));
        assertThat(ofClass.monitors()).containsExactly(new Monitor(Monitor.Kind.METHOD, "Shop.Till.class", -1));
    }

    @Test
    void aClassFileThatIsNotWhatRanIsNotBelieved() {
        Frame frame = mark("both", "(Ljava/lang/Object;)V");
        List<Frame> others = List.of(
                with(frame, frame.line(), frame.bytecodeIndex() + 1, frame.modifiers()),
                with(frame, frame.line(), 4000, frame.modifiers()),
                with(frame, frame.line() + 1, frame.bytecodeIndex(), frame.modifiers()));
        for (Frame other : others) {
            HeldMonitors held = holders.of(other);
            assertThat(held.monitors()).containsExactly(new Monitor(Monitor.Kind.METHOD, "this", -1));
            assertThat(reason(held)).isEqualTo(Reason.CLASS_DIFFERS);
        }
        HeldMonitors modifiers = holders.of(with(frame, frame.line(), frame.bytecodeIndex(), 0));
        assertThat(modifiers.state()).isEqualTo(State.UNKNOWN);
        assertThat(reason(modifiers)).isEqualTo(Reason.CLASS_DIFFERS);
        assertThat(Objects.requireNonNull(holders.of(others.getLast()).uncertainty())
                        .text())
                .isEqualTo(
                        "com.acme.Cart in " + folder.resolve("com/acme/Cart.class") + " does not match the recording:"
                                + " in both(Ljava/lang/Object;)V, index " + frame.bytecodeIndex() + " is on line "
                                + frame.line()
                                + ", not " + (frame.line() + 1) + "; it is another version, or an agent changed it");
    }

    @Test
    void aLineThatIsNotRecordedIsNotMissed() {
        Frame frame = mark("block", "()V");

        assertThat(holders.of(with(frame, -1, frame.bytecodeIndex(), frame.modifiers()))
                        .monitors())
                .containsExactly(new Monitor(Monitor.Kind.BLOCK, "Cart.class", 11));
    }

    @Test
    void aMissingIndexMattersOnlyWhereThereAreBlocks() {
        Frame method = mark("add", "(I)V");
        Frame block = mark("block", "()V");

        assertThat(holders.of(with(method, method.line(), -1, method.modifiers())))
                .isEqualTo(HeldMonitors.of(List.of(new Monitor(Monitor.Kind.METHOD, "this", 5))));
        assertThat(reason(holders.of(with(block, block.line(), -1, block.modifiers()))))
                .isEqualTo(Reason.NO_INDEX);
    }

    @Test
    void aMethodThatTheClassFileLacksIsInDoubt() {
        assertThat(reason(holders.of(frame("com.acme.Cart", "added", 0, 0)))).isEqualTo(Reason.NO_METHOD);
    }

    @Test
    void abstractMethodsOfAClassFileHaveNoInstructions() throws IOException {
        Compiled.into(folder, "I.java", "interface I { void m(); }", "-g");

        assertThat(reason(holders.of(frame("I", "m", 0, 0x401)))).isEqualTo(Reason.CLASS_DIFFERS);
    }

    @Test
    void nativeMethodsAreDecidedByTheirModifiers() {
        HeldMonitors plain = holders.of(frame("com.acme.Cart", "call", 0, NATIVE));
        HeldMonitors locked = holders.of(frame("com.acme.Cart", "call", 0, NATIVE | SYNCHRONIZED));

        assertThat(plain.state()).isEqualTo(State.UNKNOWN);
        assertThat(reason(plain)).isEqualTo(Reason.NATIVE);
        assertThat(locked).isEqualTo(HeldMonitors.of(List.of(new Monitor(Monitor.Kind.METHOD, "this", -1))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.acme.Cart$$Lambda+0x0000000800002b08.324457684",
                "com.acme.Cart$$Lambda.0x0000000016040440",
                "com.acme.Cart$$Lambda/0x0000000016040440",
                "java.lang.invoke.LambdaForm$DMH.0x00000000160c0000",
                "java.lang.invoke.LambdaForm$MH+0x00000000160c0000",
                "java.lang.String$$StringConcat.0x0000000016040440",
                "jdk.internal.foreign.abi.UpcallStub+0x0000000016040440",
                "jdk.proxy2.$Proxy12",
                "com.sun.proxy.$Proxy3",
                "jdk.internal.reflect.GeneratedMethodAccessor7"
            })
    void whatTheJdkGeneratesHoldsNothing(String className) {
        assertThat(holders.of(frame(className, "run", 4, 1))).isEqualTo(HeldMonitors.NOTHING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.acme.Script.0x0000000016040440", "com.acme.Cart+0x0000000800002b08.324457684"})
    void hiddenClassesOfProgramsAreInDoubt(String className) {
        HeldMonitors held = holders.of(frame(className, "run", 4, 1));

        assertThat(held.state()).isEqualTo(State.UNKNOWN);
        assertThat(reason(held)).isEqualTo(Reason.HIDDEN_CLASS);
    }

    @Test
    void aStackListsItsHoldersAndItsDoubts() {
        // Each of the marks stands at a call of it, and native code can call anything.
        Frame held =
                new Frame("com.acme.Cart", "held", "(Ljava/lang/String;)V", -1, -1, NATIVE | STATIC, "Interpreted");
        StackTrace stack = new StackTrace(
                List.of(
                        frame("com.acme.Missing", "m", 0, 0),
                        held,
                        mark("block", "()V"),
                        held,
                        mark("add", "(J)V"),
                        held,
                        mark("both", "(Ljava/lang/Object;)V"),
                        frame("jdk.internal.vm.Continuation", "enterSpecial", 0, NATIVE | STATIC)),
                false);
        StackHolders all = holders.of(stack);

        assertThat(all.holding()).containsExactly(2, 6);
        assertThat(all.undecided()).containsExactly(0);
        assertThat(all.complete()).isFalse();
        StackTrace known = new StackTrace(stack.frames().subList(1, 8), false);
        assertThat(holders.of(known).complete()).isTrue();
        assertThat(holders.of(new StackTrace(known.frames(), true)).complete()).isFalse();
        assertThat(holders.of(StackTrace.NONE).holding()).isEmpty();
    }

    @Test
    void aFrameThatCalledStandsAtACallOfTheFrameAbove() {
        Frame block = mark("block", "()V");
        Frame add = mark("add", "(J)V");
        Frame held = mark("held", "(Ljava/lang/String;)V", 0);

        assertThat(holders.of(new StackTrace(List.of(held, block, add), false)).frames())
                .allSatisfy(one -> assertThat(reason(one)).isEqualTo(Reason.CLASS_DIFFERS));
        Frame other = frame("java.lang.Thread", "sleep", 0, NATIVE);
        HeldMonitors refused = holders.of(new StackTrace(List.of(other, block), false))
                .frames()
                .getLast();
        assertThat(refused.monitors()).isEmpty();
        assertThat(Objects.requireNonNull(refused.uncertainty()).text())
                .contains("index " + block.bytecodeIndex() + " calls held(Ljava/lang/String;)V,"
                        + " and the recording has java.lang.Thread.sleep above it");
        Frame before = with(block, -1, 2, 0);
        assertThat(reason(holders.of(new StackTrace(List.of(before), false))
                        .frames()
                        .getFirst()))
                .as("the innermost frame, at an instruction that cannot block")
                .isEqualTo(Reason.CLASS_DIFFERS);
    }

    @Test
    void aClassFileWithoutLinesIsNotBelievedWhereTheRecordingHasThem() throws Exception {
        Frame block = mark("block", "()V");
        Path bare = Files.createDirectory(folder.resolve("bare"));
        Compiled.into(bare, "Cart.java", SOURCE, "-g:none");
        try (ClassPath without = ClassPath.of(List.of(bare.toString()), null, 21)) {
            Holders ofBare = new Holders(new Code(without));

            assertThat(reason(ofBare.of(block))).isEqualTo(Reason.CLASS_DIFFERS);
            assertThat(ofBare.of(with(block, -1, block.bytecodeIndex(), 0)).holds())
                    .isTrue();
        }
    }

    @Test
    void theNextClassFileIsTriedWhereTheFirstDoesNotFit() throws Exception {
        Frame block = mark("block", "()V");
        Path other = Files.createDirectory(folder.resolve("other"));
        Compiled.into(other, "Cart.java", SOURCE.replace("void block() {", "void block() { held(null);"), "-g");
        Path same = Files.createDirectory(folder.resolve("same"));
        Compiled.into(same, "Cart.java", SOURCE.replace("void block() {", "void block() { held(null);"), "-g");
        List<String> entries = List.of(other.toString(), same.toString(), folder.toString());
        StackTrace stack = new StackTrace(List.of(mark("held", "(Ljava/lang/String;)V", 0), block), false);
        try (ClassPath both = ClassPath.of(entries, null, 21);
                ClassPath neither = ClassPath.of(entries.subList(0, 2), null, 21)) {
            assertThat(new Holders(new Code(both)).of(stack).holding()).containsExactly(1);
            HeldMonitors refused =
                    new Holders(new Code(neither)).of(stack).frames().getLast();
            assertThat(reason(refused)).isEqualTo(Reason.CLASS_DIFFERS);
        }
    }

    @Test
    void aMethodThatIsBeingEnteredHoldsNoMonitorYet() {
        Frame caller = mark("both", "(Ljava/lang/Object;)V");
        for (int index : new int[] {0, -1}) {
            Frame entered = with(mark("add", "(I)V"), 5, index, SYNCHRONIZED);
            StackTrace stack = new StackTrace(List.of(entered, caller), false);

            assertThat(holders.ofBlocked(new Code(path).on(stack)).holding()).containsExactly(1);
            assertThat(holders.of(stack).holding()).containsExactly(0, 1);
        }
        StackTrace inBlock = new StackTrace(List.of(caller, mark("block", "()V")), false);
        assertThat(holders.ofBlocked(new Code(path).on(inBlock))).isEqualTo(holders.of(inBlock));
    }

    private Frame mark(String method, String descriptor) {
        return marks.stream()
                .map(Marks::frame)
                .filter(frame ->
                        frame.methodName().equals(method) && frame.descriptor().equals(descriptor))
                .findFirst()
                .orElseThrow();
    }

    // A method of the class without a mark in it.
    private static Frame mark(String method, String descriptor, int index) {
        return new Frame("com.acme.Cart", method, descriptor, 3, index, STATIC, "Interpreted");
    }

    private static Frame frame(String className, String method, int index, int modifiers) {
        return new Frame(className, method, "()V", -1, index, modifiers, "Interpreted");
    }

    private static Frame with(Frame frame, int line, int index, int modifiers) {
        return new Frame(
                frame.className(), frame.methodName(), frame.descriptor(), line, index, modifiers, frame.type());
    }

    private static @Nullable Reason reason(HeldMonitors held) {
        Uncertainty uncertainty = held.uncertainty();
        return uncertainty == null ? null : uncertainty.reason();
    }

    @Test
    void everyFrameIsAnsweredTheSameAgain() {
        List<HeldMonitors> first = new ArrayList<>();
        List<HeldMonitors> again = new ArrayList<>();
        marks.forEach(mark -> first.add(holders.of(mark.frame())));
        marks.forEach(mark -> again.add(holders.of(mark.frame())));

        assertThat(again).isEqualTo(first);
    }
}
