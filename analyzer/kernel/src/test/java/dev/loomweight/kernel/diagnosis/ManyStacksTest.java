package dev.loomweight.kernel.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.MonitorWait;
import dev.loomweight.sample.ThreadRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stacks that are diagnosed together have the diagnoses that each has alone, however many there are. */
class ManyStacksTest {

    private static PinStack wait(int number, String monitorClass) {
        List<Frame> frames = new ArrayList<>();
        frames.add(new Frame("java.lang.Object", "wait0", "(J)V", -1, 0, 0x110, "Native"));
        frames.add(new Frame("java.lang.Object", "wait", "(J)V", 366, 2, 0x11, "Inlined"));
        frames.add(new Frame("com.acme.Shop" + number % 7, "serve", "()V", number, 3, 0x21, "JIT compiled"));
        ThreadRef thread = new ThreadRef(number, "", 0, true);
        return PinStack.of(
                new MonitorWait(Instant.EPOCH, 5, thread, monitorClass, new StackTrace(frames, number % 2 == 0)));
    }

    @ParameterizedTest
    @CsvSource({"40, true", "40, false", "5000, true", "5000, false"})
    void togetherTheyAreAsAlone(int count, boolean reasons) {
        List<PinStack> pins = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pins.add(wait(i, "com.acme.Lock" + i % 3));
        }
        Diagnoser diagnoser = new Diagnoser(new Code(ClassPath.none()), List.of());
        Map<PinStack, Diagnosis> alone = new HashMap<>();
        pins.forEach(pin -> alone.put(pin, diagnoser.of(pin.decisive(), reasons)));

        assertThat(diagnoser.ofAll(pins, reasons)).isEqualTo(alone).hasSize(count);
    }
}
