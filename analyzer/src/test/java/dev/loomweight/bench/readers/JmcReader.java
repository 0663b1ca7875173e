package dev.loomweight.bench.readers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmc.common.IMCFrame;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.parser.IEventSink;
import org.openjdk.jmc.flightrecorder.parser.IEventSinkFactory;
import org.openjdk.jmc.flightrecorder.parser.IParserExtension;
import org.openjdk.jmc.flightrecorder.parser.ValueField;

/** The reader of JDK Mission Control. Events of other types are thrown away as they are parsed: else it keeps all. */
public final class JmcReader {

    private JmcReader() {}

    /** Reads the recording {@code args[0]} and prints the answer. */
    public static void main(String[] args) throws IOException, CouldNotLoadRecordingException {
        System.out.println(answer(Path.of(args[0])));
    }

    static String answer(Path recording) throws IOException, CouldNotLoadRecordingException {
        PinTally tally = new PinTally();
        Set<IMCStackTrace> known = Collections.newSetFromMap(new IdentityHashMap<>());
        for (IItemIterable pins : JfrLoaderToolkit.loadEvents(List.of(recording.toFile()), List.of(new PinsAlone()))) {
            IMemberAccessor<IQuantity, IItem> duration = JfrAttributes.DURATION.getAccessor(pins.getType());
            IMemberAccessor<IMCStackTrace, IItem> stacks = JfrAttributes.EVENT_STACKTRACE.getAccessor(pins.getType());
            for (IItem pin : pins) {
                tally.pin(duration.getMember(pin).clampedLongValueIn(UnitLookup.NANOSECOND));
                @Nullable IMCStackTrace stack = stacks.getMember(pin);
                if (stack != null && known.add(stack)) {
                    stack(tally, stack);
                }
            }
        }
        return tally.answer();
    }

    private static void stack(PinTally tally, IMCStackTrace stack) {
        for (IMCFrame frame : stack.getFrames()) {
            @Nullable Integer line = frame.getFrameLineNumber();
            tally.frame(
                    frame.getMethod().getType().getFullName(),
                    frame.getMethod().getMethodName(),
                    line == null ? 0 : line);
        }
        tally.endOfStack();
    }

    private static final class PinsAlone implements IParserExtension {
        @Override
        public IEventSinkFactory getEventSinkFactory(IEventSinkFactory all) {
            return new IEventSinkFactory() {
                @Override
                public IEventSink create(
                        String identifier,
                        String label,
                        String[] category,
                        String description,
                        List<ValueField> fields) {
                    return identifier.equals("jdk.VirtualThreadPinned")
                            ? all.create(identifier, label, category, description, fields)
                            : values -> {};
                }

                @Override
                public void flush() {
                    all.flush();
                }
            };
        }
    }
}
