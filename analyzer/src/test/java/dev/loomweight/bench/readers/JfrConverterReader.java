package dev.loomweight.bench.readers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import one.jfr.JfrReader;
import one.jfr.MethodRef;
import one.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The reader of async-profiler's jfr-converter, which decodes registered events alone. */
public final class JfrConverterReader {

    private final PinTally tally = new PinTally();
    private final Set<Integer> known = new HashSet<>();

    private JfrConverterReader() {}

    /** Reads the recording {@code args[0]} and prints the answer. */
    public static void main(String[] args) throws IOException {
        System.out.println(answer(Path.of(args[0])));
    }

    static String answer(Path recording) throws IOException {
        JfrConverterReader reader = new JfrConverterReader();
        try (JfrReader in = new JfrReader(recording.toString())) {
            in.stopAtNewChunk = true;
            in.registerEvent("jdk.VirtualThreadPinned", PinnedEvent.class);
            do {
                reader.chunk(in);
            } while (in.hasMoreChunks());
        }
        return reader.tally.answer();
    }

    private void chunk(JfrReader in) throws IOException {
        // Ids of stacks begin anew with each chunk.
        known.clear();
        for (@Nullable PinnedEvent pin = in.readEvent(PinnedEvent.class);
                pin != null;
                pin = in.readEvent(PinnedEvent.class)) {
            tally.pin(Ticks.toNanos(pin.durationTicks(), in.ticksPerSec));
            @Nullable StackTrace stack = in.stackTraces.get(pin.stackTraceId);
            if (stack != null && known.add(pin.stackTraceId)) {
                stack(in, stack);
            }
        }
    }

    private void stack(JfrReader in, StackTrace stack) {
        for (int i = 0; i < stack.methods.length; i++) {
            MethodRef method = in.methods.get(stack.methods[i]);
            tally.frame(symbol(in, in.classes.get(method.cls).name), symbol(in, method.name), line(stack.locations[i]));
        }
        tally.endOfStack();
    }

    private static String symbol(JfrReader in, long id) {
        return new String(in.symbols.get(id), StandardCharsets.UTF_8);
    }

    // Line and bytecode index have 16 bits each; a line that is missing becomes 65535.
    private static int line(int location) {
        int line = location >>> 16;
        return line == 0xFFFF ? 0 : line;
    }
}
