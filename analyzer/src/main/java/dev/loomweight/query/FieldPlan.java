package dev.loomweight.query;

import dev.loomweight.kernel.diagnosis.PinColumns;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventType.EventField;
import dev.loomweight.sample.EventType.EventField.Meaning;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A field that events of a type have.
 *
 * @param name its name; a nested field follows a dot
 * @param kind the kind of its values
 * @param from where a value comes from
 * @param shown whether it is among those that are shown where none is chosen
 * @param field the field, or null where it is none of the event's own
 * @param ofJdk whether the event type is the JDK's
 */
record FieldPlan(
        String name,
        Kind kind,
        From from,
        boolean shown,
        @Nullable EventField field,
        boolean ofJdk) {

    /** Deeper fields belong to constants within constants, such as the group of a class loader's thread. */
    private static final int DEPTH = 3;

    private static final Set<String> INTEGERS = Set.of("byte", "short", "int", "long");
    /** Integers that name something instead of counting it. */
    private static final Pattern NAMING = Pattern.compile("Id$|^(id|pid|tid|lineNumber|bytecodeIndex)$");

    private static final Set<String> FRACTIONS = Set.of("float", "double");

    FieldPlan(String name, Kind kind, From from, boolean shown) {
        this(name, kind, from, shown, null, false);
    }

    /** A value without the numbers that mean that there is none. */
    @Nullable
    Object known(@Nullable Object value) {
        return field == null ? value : field.known(value, ofJdk);
    }

    /** The part of an event that has the value. */
    enum From {
        /** When it began. */
        START,
        /** How long it lasted. */
        DURATION,
        /** A field, or one within it. */
        VALUE,
        /** The innermost frame of the stack. */
        STACK_TOP,
        /** The innermost method outside the JDK. */
        STACK_SITE,
        /** The number of recorded frames. */
        STACK_DEPTH,
        /** The frame that pins, as {@code loomweight pins} finds it. */
        HOLDER,
        /** Why it pins, in the same terms. */
        CAUSE,
        /** The call that blocked. */
        BLOCKER,
        /** Which recording. */
        RECORDING,
        /** Recorded by other JDKs only; missing here. */
        NOWHERE
    }

    /**
     * All fields of a type.
     *
     * @param several whether events come from several recordings, which adds the field {@code recording}
     */
    static List<FieldPlan> of(EventType type, boolean several) {
        List<FieldPlan> plans = new ArrayList<>();
        for (EventField field : type.fields()) {
            switch (field.name()) {
                case "startTime" -> plans.add(new FieldPlan("startTime", Kind.TIME, From.START, true));
                case "duration" -> plans.add(new FieldPlan("duration", Kind.NANOS, From.DURATION, true));
                case "stackTrace" -> {
                    plans.add(new FieldPlan("stackTrace.site", Kind.TEXT, From.STACK_SITE, true));
                    plans.add(new FieldPlan("stackTrace.top", Kind.TEXT, From.STACK_TOP, false));
                    plans.add(new FieldPlan("stackTrace.depth", Kind.COUNT, From.STACK_DEPTH, false));
                }
                default -> add(plans, field, "", 1, EventKind.isOfJdk(type.name()));
            }
        }
        if (PinColumns.apply(type)) {
            PinColumns.REASONS.stream()
                    .filter(name -> plans.stream().noneMatch(plan -> plan.name().equals(name)))
                    .forEach(name -> plans.add(new FieldPlan(name, Kind.TEXT, From.NOWHERE, false)));
            plans.add(new FieldPlan("holder", Kind.TEXT, From.HOLDER, true));
            plans.add(new FieldPlan("cause", Kind.TEXT, From.CAUSE, false));
            plans.add(new FieldPlan("blocker", Kind.TEXT, From.BLOCKER, false));
        }
        if (several) {
            plans.add(new FieldPlan("recording", Kind.TEXT, From.RECORDING, true));
        }
        return plans;
    }

    private static void add(List<FieldPlan> plans, EventField field, String before, int depth, boolean ofJdk) {
        String name = before + field.name();
        plans.add(new FieldPlan(name, kind(field), From.VALUE, depth == 1, field, ofJdk));
        if (depth < DEPTH && !field.array()) {
            field.fields().forEach(inner -> add(plans, inner, name + ".", depth + 1, ofJdk));
        }
    }

    private static Kind kind(EventField field) {
        Meaning meaning = field.meaning();
        if (field.array()) {
            return Kind.TEXT;
        } else if (meaning.isTimestamp()) {
            return Kind.TIME;
        } else if (meaning.isTimespan()) {
            return Kind.NANOS;
        } else if (meaning == Meaning.BYTES) {
            return Kind.BYTES;
        } else if (meaning == Meaning.FRACTION) {
            return Kind.RATIO;
        } else if (INTEGERS.contains(field.type())) {
            return NAMING.matcher(field.name()).find() ? Kind.ID : Kind.COUNT;
        }
        return FRACTIONS.contains(field.type()) ? Kind.NUMBER : Kind.TEXT;
    }
}
