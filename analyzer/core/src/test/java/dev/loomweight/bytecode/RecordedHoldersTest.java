package dev.loomweight.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.HeldMonitors.StackHolders;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.source.recording.fixture.RecordPinning;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The committed recordings, whose program is among the test classes. */
class RecordedHoldersTest {

    private static final String PROGRAM = "dev.loomweight.source.recording.fixture.PinningCauses";

    @Test
    void theFrameThatHeldTheMonitorIsNamed() throws Exception {
        List<String> holding = new ArrayList<>();
        List<Pin> pins = Recordings.read(Recordings.of(21, Scene.PINS)).of(Pin.class);
        try (ClassPath path = ClassPath.of(List.of(testClasses()), null, 21)) {
            Holders holders = new Holders(new Code(path));
            for (Pin pin : pins) {
                StackHolders all = holders.of(pin.stack());
                all.holding()
                        .forEach(i -> holding.add(pin.stack().frames().get(i).methodName() + " "
                                + all.frames().get(i)));
                for (int i : all.undecided()) {
                    assertThat(pin.stack().frames().get(i).className()).doesNotContain("loomweight");
                }
            }
            assertThat(path.notes()).isEmpty();
        }

        assertThat(pins).hasSizeGreaterThan(5);
        assertThat(holding)
                .containsExactly(
                        "lambda$monitor$0 " + HeldMonitors.of(List.of(new Monitor(Monitor.Kind.BLOCK, "lock", 32))));
    }

    @Test
    void theInstructionTellsACallFromAnInitialization() throws Exception {
        List<Pin> pins = Recordings.read(Recordings.of(21, Scene.PINS)).of(Pin.class);
        List<String> initializers = new ArrayList<>();
        try (ClassPath path = ClassPath.of(List.of(testClasses()), null, 21)) {
            Code code = new Code(path);
            for (Pin pin : pins) {
                List<Frame> frames = pin.stack().frames();
                for (int i = 1; i < frames.size(); i++) {
                    Instruction instruction = code.instruction(frames.get(i));
                    if (instruction == null) {
                        continue;
                    }
                    assertThat(code.sourceFile(frames.get(i).className()))
                            .isEqualTo(PROGRAM.substring(PROGRAM.lastIndexOf('.') + 1) + ".java");
                    assertThat(instruction.isCall()).isTrue();
                    if (!instruction.calls(frames.get(i - 1))) {
                        initializers.add(frames.get(i - 1).methodName() + " of " + instruction.type());
                    }
                }
            }
        }

        assertThat(initializers).containsExactly("<clinit> of " + PROGRAM + "$Slow");
    }

    private static String testClasses() throws Exception {
        return Path.of(RecordPinning.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }
}
