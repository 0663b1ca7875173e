package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.ChunkHeader.Clock;
import dev.loomweight.input.recording.reader.DamagedEventException;
import dev.loomweight.input.recording.reader.chunk.ClassDef.Primitive;
import dev.loomweight.input.recording.reader.chunk.Layout.Fields;
import dev.loomweight.sample.EventType;
import dev.loomweight.sample.EventView;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The current event of a walk over a chunk. Decodes fields on request. */
final class EventCursor implements EventView {

    private final Constants constants;
    private final Clock clock;
    private final Fields fields;
    // Few readings ask for a field that is none of the usual ones.
    private @Nullable Values values;
    // The names that paths consist of: all events are asked for the same few.
    private final Map<String, List<String>> paths = new HashMap<>();
    // Of the classes of this chunk that fields of events are: few, and each in many events.
    private final LongTable.OfObjects<String> classNames = new LongTable.OfObjects<>();
    // The last answer: all events of a type ask the same.
    private @Nullable String askedType;
    private @Nullable String askedField;
    private boolean recorded;
    // Asked for more than once.
    private @Nullable StackTrace stack;
    private boolean knowsDuration;
    private long duration;

    EventCursor(ChunkInput in, Constants constants, Clock clock, Layout first) {
        this.constants = constants;
        this.clock = clock;
        this.fields = new Fields(in, first);
    }

    /** Goes to the event whose fields begin and end there. */
    void on(Layout layout, long position, long end) {
        fields.on(layout, position, end);
        stack = null;
        knowsDuration = false;
    }

    @Override
    public String typeName() {
        return fields.layout().type().name();
    }

    @Override
    public EventType type() {
        return constants.metadata().describe(fields.layout().type());
    }

    @Override
    public boolean has(String field) {
        return fields.layout().number(field) >= 0;
    }

    @Override
    public boolean isRecorded(String eventType, String field) {
        if (!eventType.equals(askedType) || !field.equals(askedField)) {
            recorded = constants.metadata().isRecorded(eventType, field);
            askedType = eventType;
            askedField = field;
        }
        return recorded;
    }

    @Override
    public long startNanos() {
        try {
            return clock.nanosAt(fields.longValue(start()));
        } catch (IndexOutOfBoundsException e) {
            throw new DamagedEventException(e);
        }
    }

    private int start() {
        int number = fields.layout().start();
        return number < 0 ? number("startTime") : number;
    }

    @Override
    public long durationNanos() {
        if (!knowsDuration) {
            duration = readDuration();
            knowsDuration = true;
        }
        return duration;
    }

    private long readDuration() {
        int number = fields.layout().duration();
        if (number < 0) {
            return 0;
        }
        int startTime = start();
        try {
            long start = fields.longValue(startTime);
            return clock.nanosBetween(start, start + fields.longValue(number));
        } catch (IndexOutOfBoundsException e) {
            throw new DamagedEventException(e);
        }
    }

    @Override
    public boolean isTrue(String field) {
        int number = number(field);
        if (fields.layout().field(number).type().primitive() != Primitive.BOOLEAN) {
            throw new IllegalArgumentException(field + " of " + typeName() + " is no truth value");
        }
        try {
            return fields.at(number).readByte() != 0;
        } catch (IndexOutOfBoundsException e) {
            throw new DamagedEventException(e);
        }
    }

    @Override
    public long longValue(String field) {
        int number = number(field);
        try {
            return integer(number);
        } catch (IndexOutOfBoundsException e) {
            throw new DamagedEventException(e);
        }
    }

    private long integer(int number) {
        ClassDef.Field field = fields.layout().field(number);
        Primitive primitive = field.type().primitive();
        if (primitive == null || field.array() || field.pooled()) {
            throw new IllegalArgumentException(field.name() + " of " + typeName() + " is not a number");
        }
        return switch (primitive) {
            case SHORT, INT, LONG -> primitive.integer(fields.longValue(number), field.meaning());
            case BYTE -> primitive.integer(fields.at(number), field.meaning());
            default -> throw new IllegalArgumentException(field.name() + " of " + typeName() + " is not a number");
        };
    }

    @Override
    public @Nullable String text(String field) {
        int number = number(field);
        try {
            return text(number);
        } catch (IndexOutOfBoundsException e) {
            throw new DamagedEventException(e);
        }
    }

    private @Nullable String text(int number) {
        ClassDef.Field field = fields.layout().field(number);
        if (field.type().primitive() == Primitive.STRING && !field.array() && !field.pooled()) {
            return constants.string(field.type(), fields.at(number));
        }
        if (field.pooled() && !field.array() && field.type().isClass()) {
            return className(number, field);
        }
        return text(values().read(fields.at(number), field, List.of()));
    }

    private @Nullable String className(int number, ClassDef.Field field) {
        long id = fields.longValue(number);
        String name = classNames.get(id);
        if (name == null) {
            name = text(values().read(fields.at(number), field, List.of()));
            if (name != null) {
                classNames.put(id, name);
            }
        }
        return name;
    }

    private static @Nullable String text(@Nullable Object value) {
        if (value instanceof Map<?, ?> structure && structure.get("name") instanceof String name) {
            return name;
        }
        return value == null ? null : value.toString();
    }

    @Override
    public @Nullable ThreadRef thread(String field) {
        int number = threadNumber(field);
        try {
            return constants.thread(fields.layout().field(number).type(), fields.longValue(number));
        } catch (IndexOutOfBoundsException e) {
            throw new DamagedEventException(e);
        }
    }

    @Override
    public @Nullable ThreadRef oneOfMany(String field) {
        int number = threadNumber(field);
        try {
            return constants.oneOfMany(fields.layout().field(number).type(), fields.longValue(number));
        } catch (IndexOutOfBoundsException e) {
            throw new DamagedEventException(e);
        }
    }

    private int threadNumber(String field) {
        int number = number(field);
        ClassDef.Field definition = fields.layout().field(number);
        if (!definition.pooled() || definition.array()) {
            throw new IllegalArgumentException(field + " of " + typeName() + " is not a thread");
        }
        return number;
    }

    @Override
    public @Nullable String eventType(String field) {
        ClassDef type = constants.metadata().type(longValue(field));
        return type == null ? null : type.name();
    }

    @Override
    public @Nullable Object value(String path) {
        if (path.equals("startTime")) {
            return startTime();
        }
        if (path.equals("duration")) {
            number(path);
            return Duration.ofNanos(durationNanos());
        }
        List<String> names = paths.computeIfAbsent(path, EventCursor::names);
        int number = number(names.getFirst());
        ClassDef.Field field = fields.layout().field(number);
        try {
            return values().read(fields.at(number), field, names.subList(1, names.size()));
        } catch (IndexOutOfBoundsException e) {
            throw new DamagedEventException(e);
        }
    }

    private Values values() {
        Values known = values;
        if (known == null) {
            known = new Values(constants, clock);
            values = known;
        }
        return known;
    }

    private static List<String> names(String path) {
        return List.of(path.split("\\.", -1));
    }

    @Override
    public StackTrace stack() {
        StackTrace known = stack;
        if (known == null) {
            known = readStack();
            stack = known;
        }
        return known;
    }

    private StackTrace readStack() {
        int number = fields.layout().stack();
        if (number < 0) {
            return StackTrace.NONE;
        }
        try {
            return constants.stack(fields.layout().field(number).type(), fields.longValue(number));
        } catch (IndexOutOfBoundsException e) {
            throw new DamagedEventException(e);
        }
    }

    private int number(String field) {
        int number = fields.layout().number(field);
        if (number < 0) {
            throw new IllegalArgumentException(typeName() + " has no field " + field);
        }
        return number;
    }
}
