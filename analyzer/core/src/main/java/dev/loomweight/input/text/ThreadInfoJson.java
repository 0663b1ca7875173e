package dev.loomweight.input.text;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@link java.lang.management.ThreadInfo} as JSON: Spring's actuator ({@code /actuator/threaddump}), Jolokia, and whoever else
 * writes that bean with its own names. Platform threads with monitors, owned locks and owners.
 */
final class ThreadInfoJson {

    private static final Pattern SIGN = Pattern.compile("\"(lockOwnerId|lockedSynchronizers)\"\\s*:");

    /** Deeper is no thread: its frames are objects in a list. */
    private static final int DEEPEST = 32;

    private final JsonTokens tokens;
    private final DumpReading reading;
    private boolean cut;

    private ThreadInfoJson(LineCursor lines, DumpReading reading) {
        this.tokens = new JsonTokens(lines);
        this.reading = reading;
    }

    /** Whether a line, stripped, belongs to a thread, or holds all of them. */
    static boolean isSign(String text) {
        // A log can have its level in brackets.
        boolean json = text.startsWith("{") || text.startsWith("\"") || text.startsWith("[{") || text.startsWith("[ {");
        return json && SIGN.matcher(text).find();
    }

    /** The dumps of the text, one a document. */
    static TextRead read(LineCursor lines, Interest wanted) {
        DumpReading reading = new DumpReading(DumpedThreads.Kind.PRINT, wanted);
        ThreadInfoJson json = new ThreadInfoJson(lines, reading);
        while (!json.cut && json.tokens.toObject()) {
            json.value(json.tokens.next(), 0);
            if (json.cut) {
                reading.noteCutOff("");
            }
            reading.endDump();
        }
        return reading.finish();
    }

    /** Goes to the end of an object or a list. */
    private @Nullable Object skipped() {
        int open = 1;
        while (open > 0) {
            Token token = tokens.next();
            switch (token) {
                case OPEN_OBJECT, OPEN_ARRAY -> open++;
                case CLOSE_OBJECT, CLOSE_ARRAY -> open--;
                case END -> {
                    cut = true;
                    open = 0;
                }
                default -> {}
            }
        }
        return null;
    }

    /** Reads a value; threads in it are added to the dump, and are null in what is given back, as is what is too deep. */
    private @Nullable Object value(Token token, int depth) {
        return switch (token) {
            case STRING -> tokens.text();
            case LITERAL -> tokens.text().equals("null") ? null : tokens.text();
            case OPEN_OBJECT -> depth == DEEPEST ? skipped() : object(depth);
            case OPEN_ARRAY -> depth == DEEPEST ? skipped() : list(depth);
            case END -> {
                cut = true;
                yield null;
            }
            case CLOSE_OBJECT, CLOSE_ARRAY, COLON, COMMA -> null;
        };
    }

    private @Nullable Object object(int depth) {
        Map<String, Object> members = new HashMap<>();
        String key = null;
        for (Token token = tokens.next(); token != Token.CLOSE_OBJECT; token = tokens.next()) {
            if (token == Token.END) {
                cut = true;
                return null;
            }
            if (token == Token.STRING && key == null) {
                key = tokens.text();
            } else if (token != Token.COLON && token != Token.COMMA) {
                Object value = value(token, depth + 1);
                if (key != null && value != null) {
                    members.put(key, value);
                }
                key = null;
            }
        }
        if (members.get("threadName") instanceof String name && members.containsKey("threadState")) {
            reading.add(thread(name, members));
            return null;
        }
        return members;
    }

    private List<Object> list(int depth) {
        List<Object> values = new ArrayList<>();
        for (Token token = tokens.next(); token != Token.CLOSE_ARRAY; token = tokens.next()) {
            if (token == Token.END) {
                cut = true;
                break;
            }
            Object value = value(token, depth + 1);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    private OpenThread thread(String name, Map<String, Object> members) {
        OpenThread thread = new OpenThread();
        thread.name = name;
        thread.id = number(members.get("threadId"));
        thread.virtual = false;
        thread.state = text(members.get("threadState"));
        for (Map<?, ?> each : objects(members.get("stackTrace"))) {
            Frame frame = reading.frame(frame(each));
            if (frame != null) {
                thread.frames.add(frame);
            }
        }
        for (Map<?, ?> each : objects(members.get("lockedMonitors"))) {
            Lock lock = lock(each);
            if (lock != null) {
                int depth = (int) Math.max(0, number(each.get("lockedStackDepth")));
                thread.monitors.add(new Held(depth, lock));
            }
        }
        for (Map<?, ?> each : objects(members.get("lockedSynchronizers"))) {
            Lock lock = lock(each);
            if (lock != null) {
                thread.synchronizers.add(lock);
            }
        }
        Lock waited = members.get("lockInfo") instanceof Map<?, ?> info ? lock(info) : null;
        if (waited != null) {
            if ("BLOCKED".equals(thread.state)) {
                thread.blockedOn = waited;
            } else if (thread.isInWait()) {
                thread.inWait(waited, false);
            } else {
                thread.parkBlocker = waited;
                thread.parkBlockerOwner = Math.max(0, number(members.get("lockOwnerId")));
            }
        }
        return thread;
    }

    /** The line that the JVM prints for a frame. */
    private static String frame(Map<?, ?> members) {
        String line = text(members.get("lineNumber"));
        String place = "true".equals(text(members.get("nativeMethod"))) ? "Native Method" : ":" + line;
        return "at " + text(members.get("className")) + "." + text(members.get("methodName")) + "(" + place + ")";
    }

    private @Nullable Lock lock(Map<?, ?> members) {
        String className = text(members.get("className"));
        return className == null
                ? null
                : reading.lock(className, "0x" + Long.toHexString(number(members.get("identityHashCode"))));
    }

    private static List<Map<?, ?>> objects(@Nullable Object value) {
        List<Map<?, ?>> objects = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> members) {
                    objects.add(members);
                }
            }
        }
        return objects;
    }

    private static @Nullable String text(@Nullable Object value) {
        return value instanceof String text ? text : null;
    }

    private static long number(@Nullable Object value) {
        return value instanceof String text ? DumpReading.number(text) : 0;
    }
}
