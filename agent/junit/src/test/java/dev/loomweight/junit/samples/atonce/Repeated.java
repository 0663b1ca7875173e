package dev.loomweight.junit.samples.atonce;

import dev.loomweight.junit.NoPins;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of several runs, one after the other, of which one alone pins: the one of {@code pinning} or number 2. */
@NoPins(atMost = 0)
@Execution(ExecutionMode.SAME_THREAD)
class Repeated {

    private static void run(boolean pins) throws InterruptedException {
        Thread.ofVirtual().start(pins ? Till::pay : Till::look).join();
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "pinning", "last"})
    void parameterized(String name) throws Exception {
        run(name.equals("pinning"));
    }

    @RepeatedTest(3)
    void repeated(RepetitionInfo info) throws Exception {
        run(info.getCurrentRepetition() == 2);
    }

    @TestFactory
    Stream<DynamicTest> dynamic() {
        return List.of("first", "pinning", "last").stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> run(name.equals("pinning"))));
    }

    @TestFactory
    Stream<DynamicContainer> inContainers() {
        return List.of("first", "second").stream()
                .map(container -> DynamicContainer.dynamicContainer(
                        container, List.of(DynamicTest.dynamicTest("only", () -> run(container.equals("second"))))));
    }
}
