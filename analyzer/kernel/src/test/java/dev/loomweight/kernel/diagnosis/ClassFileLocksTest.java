package dev.loomweight.kernel.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.MonitorEnter;
import dev.loomweight.sample.ThreadRef;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who takes the monitor that a thread waits for, the JVM or the method: by the instruction that it stands at. */
class ClassFileLocksTest {

    private static final String OWN_LOADER = Plugins.class.getName();
    private static final ThreadRef THREAD = new ThreadRef(1, "", 0, true);

    /** A class loader by its superclass alone. */
    static final class Plugins extends ClassLoader {}

    // At the indexes 0 (aload), 1 (dup), 2 (astore), 3 (monitorenter), 4 (aload).
    static int enter(Object lock) {
        synchronized (lock) {
            return lock.hashCode();
        }
    }

    // At 0 (new), 3 (dup).
    static Object make() {
        return new Object();
    }

    @Test
    void aMethodThatEntersTheMonitorOfALoaderDoesNotLoad() throws Exception {
        assertThat(onJdk21("enter", "(Ljava/lang/Object;)I", 3, "JIT compiled", OWN_LOADER))
                .containsExactly(CauseKind.MONITOR_ENTER);
        assertThat(onJdk21("enter", "(Ljava/lang/Object;)I", 4, "Interpreted", OWN_LOADER))
                .containsExactly(CauseKind.MONITOR_ENTER);
        assertThat(onJdk21("enter", "(Ljava/lang/Object;)I", 3, "JIT compiled", "[I"))
                .containsExactly(CauseKind.MONITOR_ENTER);
    }

    @Test
    void atAnInstructionThatNeedsAClassTheJvmDoes() throws Exception {
        assertThat(onJdk21("make", "()Ljava/lang/Object;", 0, "Interpreted", OWN_LOADER))
                .containsExactly(CauseKind.CLASS_LOADER_LOCK);
        assertThat(onJdk21("make", "()Ljava/lang/Object;", 0, "Interpreted", "[I"))
                .containsExactly(CauseKind.CLASS_LINKING);
        assertThat(onJdk21("make", "()Ljava/lang/Object;", 0, "Interpreted", "com.acme.Cart"))
                .containsExactly(CauseKind.MONITOR_ENTER);
    }

    @Test
    void whereNoEventNamesTheMonitorItIsOneOfBoth() throws Exception {
        assertThat(onJdk25("make", "()Ljava/lang/Object;", 0)).containsExactly(CauseKind.CLASS_LOCK);
        assertThat(onJdk25("enter", "(Ljava/lang/Object;)I", 3)).containsExactly(CauseKind.FREEZE_FAILED);
    }

    private static List<CauseKind> onJdk21(
            String method, String descriptor, int index, String type, @Nullable String monitorClass) throws Exception {
        MonitorEnter enter = new MonitorEnter(
                Instant.EPOCH, 30_000_000, THREAD, monitorClass, stack(method, descriptor, index, type));
        return kinds(PinStack.of(enter), false);
    }

    private static List<CauseKind> onJdk25(String method, String descriptor, int index) throws Exception {
        Pin pin = new Pin(
                Instant.EPOCH,
                30_000_000,
                THREAD,
                null,
                "Contended monitor enter",
                "Freeze or preempt failed (2)",
                stack(method, descriptor, index, "JIT compiled"));
        return kinds(PinStack.of(pin), true);
    }

    private static List<CauseKind> kinds(PinStack pin, boolean reasons) throws Exception {
        Path classes = Path.of(ClassFileLocksTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (ClassPath path = ClassPath.of(List.of(classes.toString()), null, 0)) {
            return new Diagnoser(new Code(path), List.of("dev.loomweight"))
                    .of(pin, reasons).causes().stream().map(PinCause::kind).toList();
        }
    }

    private static StackTrace stack(String method, String descriptor, int index, String type) {
        // static
        return new StackTrace(
                List.of(new Frame(ClassFileLocksTest.class.getName(), method, descriptor, -1, index, 8, type)), false);
    }
}
