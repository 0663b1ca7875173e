package dev.loomweight.kernel.diagnosis;

import dev.loomweight.bytecode.Code;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The columns that pinning adds to a table of {@code jdk.VirtualThreadPinned}: holder, cause and blocker, by the same
 * diagnosis as {@code loomweight pins}. Each distinct stack is diagnosed once. Not thread-safe.
 */
public final class PinColumns {

    private static final String THREAD = "eventThread";
    private static final String OPERATION = "blockingOperation";
    private static final String REASON = "pinnedReason";

    /**
     * The fields that JDK 24 and later add to the event. Queries may name them in any recording, so that they need not
     * know its JDK.
     */
    public static final List<String> REASONS = List.of(OPERATION, REASON);

    private final Set<String> fields;
    private final Diagnoser diagnoser;
    private final IdentityHashMap<StackTrace, List<Known>> known = new IdentityHashMap<>();

    /**
     * The columns of one event; each is null where it is not known, or where no frame is to blame.
     *
     * @param holder the method that holds what pins, or the application's that called it
     * @param cause why it pins
     * @param blocker the call that blocked
     */
    public record Columns(
            @Nullable String holder,
            @Nullable String cause,
            @Nullable String blocker) {}

    private record Known(PinStack pin, Columns columns) {}

    /**
     * The columns of one recording's events.
     *
     * @param type the type of its events
     * @param code the class files
     * @param own prefixes of the application's own classes; where there are none, all but the JDK's are
     */
    public PinColumns(EventType type, Code code, List<String> own) {
        this.fields = type.fields().stream().map(field -> field.name()).collect(Collectors.toUnmodifiableSet());
        this.diagnoser = new Diagnoser(code, own);
    }

    /** Whether events of a type have these columns. */
    public static boolean apply(EventType type) {
        return type.name().equals(Pin.EVENT);
    }

    /** The columns of an event. */
    public Columns of(EventView event) {
        StackTrace stack = event.stack();
        ThreadRef thread = fields.contains(THREAD) ? event.thread(THREAD) : null;
        PinStack pin = PinStack.of(stack, thread, text(event, OPERATION), text(event, REASON));
        List<Known> ofStack = known.computeIfAbsent(stack, key -> new ArrayList<>(1));
        for (Known each : ofStack) {
            if (each.pin.facts().equals(pin.facts())) {
                return each.columns;
            }
        }
        Columns columns = columns(diagnoser.of(pin, fields.contains(REASON)));
        ofStack.add(new Known(pin, columns));
        return columns;
    }

    private @Nullable String text(EventView event, String field) {
        return fields.contains(field) ? event.text(field) : null;
    }

    private static Columns columns(Diagnosis diagnosis) {
        if (!diagnosis.isPin()) {
            return new Columns(null, null, CodePlace.methodOf(diagnosis.blocker()));
        }
        PinCause cause = diagnosis.first();
        return new Columns(
                CodePlace.methodOf(cause.method()), cause.kind().words(), CodePlace.methodOf(diagnosis.blocker()));
    }
}
