package dev.loomweight.input.text;

import dev.loomweight.amount.Quantity;
import dev.loomweight.input.text.lines.JsonTokens;
import dev.loomweight.input.text.lines.JsonTokens.Token;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.sample.Dumps.DumpedThread.Held;
import dev.loomweight.sample.Dumps.DumpedThread.Lock;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Interest;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code Thread.dump_to_file -format=json} of JDK 21 and later, in any layout and with its fields in any order: as the
 * JDK writes it, and as other tools print it again. What is damaged costs the thread that it is in.
 */
final class ThreadDumpJson {

    private static final Pattern SIGN = Pattern.compile("\"(threadDump|threadContainers)\"\\s*:");

    /** The container of threads that are in no other. */
    private static final String ROOT = "<root>";

    /** The newest {@code formatVersion} of which the fields are known: 2 has numbers where 1, which is not written, had texts. */
    private static final long NEWEST_FORMAT = 2;

    /** Deeper is no dump: its containers are a list, not a tree. */
    private static final int DEEPEST = 64;

    /** What an object or a list is. */
    private enum Role {
        OTHER,
        DUMP,
        CONTAINERS,
        CONTAINER,
        THREADS,
        THREAD,
        STACK,
        BLOCKER,
        MONITORS,
        MONITOR,
        LOCKS
    }

    private final JsonTokens tokens;
    private final DumpReading reading;
    private final Role[] roles = new Role[DEEPEST];
    private final boolean[] objects = new boolean[DEEPEST];
    private int depth;
    private int tooDeep;
    private String key = "";
    private @Nullable OpenThread thread;
    private boolean hasId;
    // Of the frame that is open, which comes before its locks or after them.
    private final List<Lock> locks = new ArrayList<>();
    private int heldAt;
    // The container that is open, which has its name before its threads or after them.
    private String container = "";
    private int containerBegin;
    private long containerOwner;
    private boolean damaged;
    private boolean isDump;

    private ThreadDumpJson(LineCursor lines, DumpReading reading) {
        this.tokens = new JsonTokens(lines);
        this.reading = reading;
    }

    /** Whether a line, stripped, begins a dump, or holds all of it. */
    static boolean isSign(String text) {
        return (text.startsWith("{") || text.startsWith("\""))
                && SIGN.matcher(text).find();
    }

    /** The dumps of the text, in its order; what else is in it, such as a log, is left out. */
    static TextRead read(LineCursor lines, Interest wanted) {
        DumpReading reading = new DumpReading(DumpedThreads.Kind.JSON, wanted);
        ThreadDumpJson json = new ThreadDumpJson(lines, reading);
        int first = lines.peekNonBlank();
        if (first == '"' || first == '}' || first == ']') {
            reading.noteBegun();
        }
        while (json.tokens.toObject()) {
            json.value();
        }
        return reading.finish();
    }

    /** Reads to the end of the brace that comes next, or of the text. */
    private void value() {
        Token token = tokens.next();
        do {
            token = take(token);
        } while (token != Token.END && depth > 0);
        if (token == Token.END && depth > 0) {
            // Of the thread at which it is cut off, what is missing may be what it waits for.
            thread = null;
            if (isDump) {
                reading.noteCutOff("");
            }
        } else if (isDump && (damaged || tokens.isBroken())) {
            reading.note(TextRead.missing("the thread dump is damaged: threads can be missing, or locks of them"));
        }
        if (!damaged) {
            reading.endDump();
        }
        depth = 0;
        tooDeep = 0;
    }

    /** Takes a token, and gives the next one. */
    private Token take(Token token) {
        switch (token) {
            case OPEN_OBJECT, OPEN_ARRAY -> open(token == Token.OPEN_OBJECT);
            case CLOSE_OBJECT, CLOSE_ARRAY -> close(token == Token.CLOSE_OBJECT);
            case STRING -> {
                String text = tokens.text();
                Token next = tokens.next();
                if (next == Token.COLON) {
                    key(text);
                    return tokens.next();
                }
                scalar(text);
                return next;
            }
            case LITERAL -> {
                String text = tokens.text();
                if (!text.equals("null")) {
                    scalar(text);
                }
            }
            case COLON, COMMA, END -> {}
        }
        return depth == 0 ? token : tokens.next();
    }

    private void key(String name) {
        if (depth == 0) {
            return;
        }
        // A list has no keys: its end is missing.
        while (depth > 1 && !objects[depth - 1]) {
            damaged = true;
            pop();
        }
        if (name.equals("tid") && (thread == null || hasId)) {
            // Only threads have one: what was around it is missing.
            damaged = true;
            endThread();
            beginThread();
            roles[depth - 1] = Role.THREAD;
        }
        key = name;
    }

    private Role role() {
        return depth == 0 ? Role.OTHER : roles[depth - 1];
    }

    private void open(boolean object) {
        if (depth == DEEPEST) {
            tooDeep++;
            return;
        }
        Role role = object ? object() : list();
        objects[depth] = object;
        roles[depth++] = role;
        isDump |= role == Role.THREADS;
        if (role == Role.THREAD) {
            beginThread();
        }
        if (role == Role.CONTAINER) {
            container = "";
            containerOwner = 0;
            containerBegin = reading.place();
        }
        if (role == Role.DUMP) {
            // Any object may be one; what else a log has is not said to be a damaged one.
            isDump = key.equals("threadDump");
            reading.endDump();
            damaged = false;
            tokens.forgetBroken();
        }
        key = "";
    }

    private Role object() {
        return switch (role()) {
            case CONTAINERS -> Role.CONTAINER;
            case THREADS -> Role.THREAD;
            case MONITORS -> Role.MONITOR;
            case THREAD -> key.equals("parkBlocker") ? Role.BLOCKER : Role.OTHER;
            // What is around a dump may be missing, so the outermost object can be one.
            default -> key.equals("threadDump") || (depth == 0 && !damaged) ? Role.DUMP : Role.OTHER;
        };
    }

    private Role list() {
        return switch (role()) {
            case THREAD ->
                switch (key) {
                    case "stack" -> Role.STACK;
                    case "monitorsOwned" -> Role.MONITORS;
                    default -> Role.OTHER;
                };
            case MONITOR -> key.equals("locks") ? Role.LOCKS : Role.OTHER;
            default ->
                thread != null
                        ? Role.OTHER
                        : switch (key) {
                            case "threads" -> Role.THREADS;
                            case "threadContainers" -> Role.CONTAINERS;
                            default -> Role.OTHER;
                        };
        };
    }

    /** Closes the innermost that such a token closes, and what is open in it; if there is none, the token is too much. */
    private void close(boolean object) {
        if (tooDeep > 0) {
            tooDeep--;
            return;
        }
        int to = depth - 1;
        while (to >= 0 && objects[to] != object) {
            to--;
        }
        damaged |= to != depth - 1;
        while (to >= 0 && depth > to) {
            pop();
        }
    }

    private void pop() {
        Role role = roles[--depth];
        if (role == Role.THREAD) {
            endThread();
        } else if (role == Role.MONITOR) {
            endMonitors();
        } else if (role == Role.CONTAINER) {
            if (containerOwner != 0 && !container.isEmpty()) {
                reading.own(container, containerOwner);
            }
            container = "";
        }
        key = "";
    }

    private void beginThread() {
        OpenThread begun = new OpenThread();
        begun.container = container;
        thread = begun;
        hasId = false;
    }

    private void endThread() {
        if (thread != null && hasId) {
            reading.add(thread);
        }
        thread = null;
    }

    private void endMonitors() {
        OpenThread of = thread;
        if (of != null) {
            locks.forEach(lock -> of.monitors.add(new Held(heldAt, lock)));
        }
        locks.clear();
        heldAt = 0;
    }

    private void scalar(String text) {
        OpenThread of = thread;
        switch (role()) {
            case DUMP -> ofDump(text);
            case CONTAINER -> ofContainer(text);
            case THREAD -> ofThread(of, text);
            case STACK -> {
                Frame frame = reading.frame(text);
                if (of != null && frame != null) {
                    of.frames.add(frame);
                }
            }
            case BLOCKER -> ofBlocker(of, text);
            case MONITOR -> heldAt = key.equals("depth") ? (int) DumpReading.number(text) : heldAt;
            case LOCKS -> {
                Lock lock = reading.lock(text);
                if (lock != null) {
                    locks.add(lock);
                }
            }
            default -> {}
        }
    }

    private void ofDump(String text) {
        switch (key) {
            case "time" -> reading.time(text);
            case "runtimeVersion" -> reading.runtime(text);
            case "processId" -> reading.process(text);
            case "formatVersion" -> ofVersion(DumpReading.number(text));
            default -> {}
        }
    }

    private void ofVersion(long version) {
        if (version > NEWEST_FORMAT) {
            reading.note("the thread dump has format version " + version + ", and this Loomweight knows "
                    + NEWEST_FORMAT + ": what is new in it is not read");
        }
    }

    private void ofContainer(String text) {
        if (key.equals("container") && !text.equals(ROOT)) {
            container = text;
            reading.contain(containerBegin, text);
        } else if (key.equals("owner")) {
            containerOwner = DumpReading.number(text);
        }
    }

    private void ofThread(@Nullable OpenThread of, String text) {
        if (of == null) {
            return;
        }
        switch (key) {
            case "tid" -> {
                of.id = DumpReading.number(text);
                hasId = true;
            }
            case "name" -> of.name = text;
            case "virtual" -> of.virtual = text.equals("true");
            case "state" -> of.state = text;
            case "carrier" -> of.carrier = Quantity.of(DumpReading.number(text));
            case "blockedOn" -> of.blockedOn = reading.lock(text);
            case "waitingOn" -> of.waitingOn = reading.lock(text);
            default -> {}
        }
    }

    private void ofBlocker(@Nullable OpenThread of, String text) {
        if (of == null) {
            return;
        }
        switch (key) {
            case "object" -> of.parkBlocker = reading.lock(text);
            case "owner" -> of.parkBlockerOwner = DumpReading.number(text);
            default -> {}
        }
    }
}
