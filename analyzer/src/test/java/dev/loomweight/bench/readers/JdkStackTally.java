package dev.loomweight.bench.readers;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/** Tells a tally of the JDK's events; a stack that several events of a chunk share is looked into once. */
final class JdkStackTally {

    // Chunks that are done keep their constants alive through this set: forget them now and then.
    private static final int MAX_KNOWN = 50_000;

    private final Set<RecordedStackTrace> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private final PinTally tally = new PinTally();

    void add(RecordedEvent pin) {
        tally.pin(pin.getDuration().toNanos());
        @Nullable RecordedStackTrace stack = pin.getStackTrace();
        if (stack == null || !known.add(stack)) {
            return;
        }
        for (RecordedFrame frame : stack.getFrames()) {
            tally.frame(frame.getMethod().getType().getName(), frame.getMethod().getName(), frame.getLineNumber());
        }
        tally.endOfStack();
        if (known.size() >= MAX_KNOWN) {
            known.clear();
        }
    }

    String answer() {
        return tally.answer();
    }
}
