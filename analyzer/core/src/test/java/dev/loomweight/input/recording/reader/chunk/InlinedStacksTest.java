package dev.loomweight.input.recording.reader.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The same calls, compiled in different ways. */
class InlinedStacksTest {

    private final StackTable table = new StackTable();

    /** A stack of one method at lines 1, 2 and so on, executed in these ways. */
    private StackTrace stack(String... types) {
        int method = table.method(new StackTable.Method("com/acme/Shop", "serve", "()V", 1));
        int[] code = IntStream.range(0, types.length)
                .flatMap(i -> IntStream.of(method, i + 1, i, table.type(types[i])))
                .toArray();
        return table.stack(code, code.length, false);
    }

    @Test
    void withoutInliningTheyAreOneObject() {
        StackTrace compiled = stack("JIT compiled", "JIT compiled", "Interpreted");
        StackTrace inlined = stack("Inlined", "JIT compiled", "Interpreted");
        StackTrace both = stack("Inlined", "Inlined", "Interpreted");
        StackTrace interpreted = stack("Interpreted", "JIT compiled", "Interpreted");

        assertThat(inlined).isNotEqualTo(compiled);
        assertThat(inlined.frames()).extracting(Frame::type).containsExactly("Inlined", "JIT compiled", "Interpreted");
        assertThat(compiled.withoutInlining()).isSameAs(compiled);
        assertThat(inlined.withoutInlining()).isSameAs(compiled);
        assertThat(both.withoutInlining()).isSameAs(compiled);
        assertThat(interpreted.withoutInlining()).isSameAs(interpreted);
    }

    @Test
    void whatWasNeverRecordedIsMade() {
        StackTrace inlined = stack("Inlined", "JIT compiled");

        assertThat(inlined.withoutInlining()).isSameAs(stack("JIT compiled", "JIT compiled"));
    }

    /** Those of the other readers are not in a table. */
    @Test
    void aloneItIsEqual() {
        StackTrace inlined = stack("Inlined", "Native", "JIT compiled");
        StackTrace alone = new StackTrace(List.copyOf(inlined.frames()), false);

        assertThat(alone.withoutInlining())
                .isEqualTo(inlined.withoutInlining())
                .isSameAs(alone.withoutInlining())
                .isNotEqualTo(alone);
    }
}
