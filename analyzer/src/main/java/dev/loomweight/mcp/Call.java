package dev.loomweight.mcp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.command.ReadingProgress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** One call of a tool: its arguments, and how it is cancelled. */
final class Call {

    private final JsonObject arguments;
    private final Roots roots;
    private final ReadingProgress progress;
    private final Thread thread = Thread.currentThread();
    private @Nullable Runnable stop;
    private boolean cancelled;
    private boolean ended;

    /**
     * A call that the current thread answers.
     *
     * @param arguments fit the schema of the tool
     * @param roots where its files are
     * @param progress takes the number of samples read since it was last called
     */
    Call(JsonObject arguments, Roots roots, ReadingProgress progress) {
        this.arguments = arguments;
        this.roots = roots;
        this.progress = progress;
    }

    /** The folders that it may read in. */
    Roots roots() {
        return roots;
    }

    /** Takes the number of samples read since it was last called. */
    ReadingProgress progress() {
        return progress;
    }

    /** Whether an argument is given. */
    boolean has(String name) {
        return arguments.has(name) && !arguments.get(name).isJsonNull();
    }

    /** A string, or another where it is not given. */
    String text(String name, String otherwise) {
        return has(name) ? arguments.get(name).getAsString() : otherwise;
    }

    /** A number, or another where it is not given. */
    int number(String name, int otherwise) {
        return has(name) ? Integer.parseInt(arguments.get(name).getAsString()) : otherwise;
    }

    /** Strings; none where it is not given. */
    List<String> texts(String name) {
        return Schema.strings(arguments.get(name));
    }

    /** Strings by their names, in the order of the call. */
    Map<String, String> map(String name) {
        Map<String, String> map = new LinkedHashMap<>();
        if (has(name)) {
            for (Map.Entry<String, JsonElement> entry :
                    arguments.getAsJsonObject(name).entrySet()) {
                map.put(entry.getKey(), entry.getValue().getAsString());
            }
        }
        return map;
    }

    /** Files and folders below the roots; none where it is not given. */
    List<Path> paths(String name) {
        return texts(name).stream().map(this::input).toList();
    }

    /** A file or folder below the roots. */
    Path path(String name) {
        return input(text(name, ""));
    }

    /** The command line takes a jar for the JVM that runs it, and looks into that. */
    private Path input(String word) {
        Path path = roots.existing(word);
        if (InputFile.isJar(path)) {
            throw new DataException(word
                    + " is a jar, which stands for the JVM that runs it: name a recording or a capture" + " of it");
        }
        return path;
    }

    /**
     * Sets how it is cancelled from now on, instead of by an interrupt of its thread.
     *
     * @param action safe on any thread; called at once if it is cancelled already
     */
    void cancelBy(Runnable action) {
        boolean now;
        synchronized (this) {
            stop = action;
            now = cancelled;
        }
        if (now) {
            action.run();
        }
    }

    /** Cancels it; safe on any thread, and at any time. */
    void cancel() {
        Runnable action;
        synchronized (this) {
            if (cancelled || ended) {
                return;
            }
            cancelled = true;
            action = stop;
            if (action == null) {
                thread.interrupt();
            }
        }
        if (action != null) {
            action.run();
        }
    }

    /** Whether it was cancelled. */
    synchronized boolean isCancelled() {
        return cancelled;
    }

    /** It is answered: its thread is not interrupted from now on, and no longer is. */
    synchronized void end() {
        ended = true;
        Thread.interrupted();
    }

    /** @throws CancellationException if it was cancelled */
    void check() {
        if (isCancelled()) {
            throw new CancellationException("stopped");
        }
    }
}
