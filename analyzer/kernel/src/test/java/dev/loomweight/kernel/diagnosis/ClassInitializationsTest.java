package dev.loomweight.kernel.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.Compiled;
import dev.loomweight.kernel.diagnosis.ClassInitializations.Found;
import dev.loomweight.kernel.diagnosis.ClassInitializations.Initializer;
import dev.loomweight.kernel.diagnosis.ClassInitializations.Wait;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Dumps.DumpedThread.Locks;
import dev.loomweight.sample.Dumps.DumpedThread.Running;
import dev.loomweight.sample.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who initializes which class, and who waits for it, by frames and class files. */
class ClassInitializationsTest {

    private static final String SOURCE = """
            package com.acme;
            class Left {
                static int x = Right.x;
            }
            class Right {
                static int x = Left.x;
            }
            class Parent {
                static Object child = new Child();
            }
            class Child extends Parent {
                static Object made() {
                    return new Child();
                }
                static void named() throws Exception {
                    Class.forName("com.acme.Left");
                }
            }
            """;

    @TempDir
    private Path folder;

    private ClassPath path = ClassPath.none();

    @BeforeEach
    void compile() throws IOException {
        Compiled.into(folder, "Left.java", SOURCE, "-g");
        path = ClassPath.of(List.of(folder.toString()), null, 21);
    }

    @AfterEach
    void close() throws IOException {
        path.close();
    }

    @Test
    void twoClassesThatNeedEachOther() {
        Found found = of(thread(1, frame("Left", "<clinit>", 3)), thread(2, frame("Right", "<clinit>", 6)));

        assertThat(found.initializers())
                .containsExactlyInAnyOrder(
                        new Initializer(1, "com.acme.Left", 0, true), new Initializer(2, "com.acme.Right", 0, true));
        assertThat(found.waits())
                .containsExactly(
                        new Wait(1, 0, "com.acme.Right", new Initializer(2, "com.acme.Right", 0, true), true),
                        new Wait(2, 0, "com.acme.Left", new Initializer(1, "com.acme.Left", 0, true), true));
    }

    /** The thread that needs the subclass has begun with it, and has no frame of it. */
    @Test
    void aSubclassThatIsNeededWhileItsSuperclassIsInitialized() {
        Found found = of(thread(1, frame("Child", "made", 13)), thread(2, frame("Parent", "<clinit>", 9)));

        Initializer parent = new Initializer(2, "com.acme.Parent", 0, true);
        Initializer child = new Initializer(1, "com.acme.Child", 0, false);
        assertThat(found.waits())
                .containsExactly(
                        new Wait(1, 0, "com.acme.Parent", parent, true), new Wait(2, 0, "com.acme.Child", child, true));
    }

    @Test
    void theSubclassForWhoseSakeASuperclassIsInitialized() {
        Found found =
                of(thread(1, frame("Cart", "sleep", 1), frame("Parent", "<clinit>", 9), frame("Child", "made", 13)));

        assertThat(found.initializers())
                .containsExactlyInAnyOrder(
                        new Initializer(1, "com.acme.Parent", 1, true), new Initializer(1, "com.acme.Child", 2, false));
        assertThat(found.waits()).isEmpty();
    }

    @Test
    void aClassThatIsNeededByItsName() {
        Found found = of(
                thread(1, frame("Left", "<clinit>", 3)),
                thread(
                        2,
                        new Frame("java.lang.Class", "forName0", "", -1, -1, 0x100, ""),
                        new Frame("java.lang.Class", "forName", "", 462, -1, 0, ""),
                        frame("Child", "named", 16)));

        assertThat(found.waits())
                .containsExactly(new Wait(2, 2, "com.acme.Left", new Initializer(1, "com.acme.Left", 0, true), true));
    }

    /** The words of {@code Thread.print} need no class file. */
    @Test
    void whatTheDumpSaysItself() {
        DumpedThread waits = thread(2, "com.acme.Gone", frame("Caller", "run", 1));
        Found found = new ClassInitializations(new Code(ClassPath.none()))
                .of(List.of(thread(1, frame("Gone", "<clinit>", 3)), waits));

        assertThat(found.waits())
                .containsExactly(new Wait(2, 0, "com.acme.Gone", new Initializer(1, "com.acme.Gone", 0, true), true));
    }

    @Test
    void aClassThatNoOtherThreadInitializesIsNotWaitedFor() {
        Found found = of(thread(1, frame("Child", "made", 13)), thread(2, frame("Left", "<clinit>", 3)));

        assertThat(found.waits()).isEmpty();
    }

    private Found of(DumpedThread... threads) {
        return new ClassInitializations(new Code(path)).of(List.of(threads));
    }

    private static DumpedThread thread(long id, Frame... frames) {
        return thread(id, null, frames);
    }

    private static DumpedThread thread(long id, @Nullable String initializing, Frame... frames) {
        return new DumpedThread(
                id, "", true, null, Running.NONE, List.of(frames), Locks.NONE.initializing(initializing));
    }

    private static Frame frame(String className, String method, int line) {
        return new Frame("com.acme." + className, method, "", line, -1, 0, "");
    }
}
