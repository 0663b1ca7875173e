package dev.loomweight.mcp;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.loomweight.capture.DataException;
import dev.loomweight.command.ReadingProgress;
import dev.loomweight.render.SafeText;
import dev.loomweight.report.Amounts;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The calls of tools that are not answered yet. Safe for threads. */
final class Calls {

    /** The longest message of an error, in characters; with that its text stays below the limit of an answer. */
    private static final int MAX_OF_A_MESSAGE = 1500;

    private static final Duration BETWEEN_PROGRESS = Duration.ofSeconds(1);

    private final Roots roots;
    private final Worker worker;
    private final Outgoing out;
    private final PrintStream errors;
    private final Duration longest;
    private final Map<JsonPrimitive, Open> open = new HashMap<>();

    /**
     * No calls yet.
     *
     * @param roots where files may be read
     * @param errors takes a line for each internal error
     * @param longest how long a call that only reads may take
     */
    Calls(Roots roots, Worker worker, Outgoing out, PrintStream errors, Duration longest) {
        this.roots = roots;
        this.worker = worker;
        this.out = out;
        this.errors = errors;
        this.longest = longest;
    }

    /**
     * A call.
     *
     * @param id of its request
     * @param arguments of any form
     * @param token what notifications of progress are to name, or null if none are wanted
     */
    record Asked(
            JsonPrimitive id,
            Tool tool,
            JsonObject arguments,
            @Nullable JsonPrimitive token) {}

    /**
     * Its answer.
     *
     * @param structured null where it failed
     * @param text the same as text, or why it failed
     */
    record Result(@Nullable JsonObject structured, String text) {

        static Result failed(String why) {
            return new Result(null, SafeText.of(Fit.shortened(why, MAX_OF_A_MESSAGE)));
        }
    }

    /** One that is not answered yet. */
    private static final class Open {
        private @Nullable Call call;
        private boolean cancelled;
        private boolean late;
    }

    /**
     * Takes a call.
     *
     * @param then takes its answer, once and on any thread; null if it was cancelled
     * @return false if another with its id is not answered yet; nothing is answered then
     */
    boolean add(Asked asked, Consumer<@Nullable Result> then) {
        Open added = new Open();
        synchronized (this) {
            if (open.putIfAbsent(asked.id(), added) != null) {
                return false;
            }
        }
        List<String> faults = asked.tool().schema().faults(asked.arguments());
        if (!faults.isEmpty()) {
            end(asked);
            then.accept(Result.failed(String.join("; ", faults)));
        } else if (!worker.add(() -> run(asked, added, then))) {
            end(asked);
            then.accept(Result.failed(Worker.MAX_WAITING_CALLS + " questions wait already; ask again later"));
        }
        return true;
    }

    /** Cancels the call of a request, if it is not answered yet; it gets no answer then. */
    void cancel(@Nullable JsonElement id) {
        Open named;
        synchronized (this) {
            named = id != null && id.isJsonPrimitive() ? open.get(id.getAsJsonPrimitive()) : null;
        }
        if (named != null) {
            cancel(named, false);
        }
    }

    /** Cancels all. */
    void cancelAll() {
        List<Open> all;
        synchronized (this) {
            all = List.copyOf(open.values());
        }
        all.forEach(each -> cancel(each, false));
    }

    private void cancel(Open named, boolean late) {
        Call call;
        synchronized (this) {
            named.cancelled = true;
            named.late |= late;
            call = named.call;
        }
        if (call != null) {
            call.cancel();
        }
    }

    private synchronized void end(Asked asked) {
        open.remove(asked.id());
    }

    private void run(Asked asked, Open of, Consumer<@Nullable Result> then) {
        Call call = new Call(asked.arguments(), roots, progress(asked));
        boolean begun;
        synchronized (this) {
            of.call = call;
            begun = !of.cancelled;
        }
        Result result = null;
        if (begun) {
            Runnable inTime = asked.tool().readOnly() ? worker.after(longest, () -> cancel(of, true)) : () -> {};
            try {
                result = answer(asked.tool(), call);
            } finally {
                inTime.run();
                call.end();
            }
        }
        boolean wanted;
        synchronized (this) {
            wanted = !of.cancelled || of.late;
            result = of.late
                    ? Result.failed("the question took longer than " + Amounts.time(longest.toNanos())
                            + " and was stopped; ask for less")
                    : result;
            open.remove(asked.id());
        }
        then.accept(wanted ? result : null);
    }

    private Result answer(Tool tool, Call call) {
        try {
            JsonObject structured = tool.action().answer(call);
            return new Result(structured, structured.toString());
        } catch (DataException | IllegalArgumentException e) {
            return Result.failed(String.valueOf(e.getMessage()));
        } catch (CancellationException | InterruptedException e) {
            return Result.failed("stopped");
        } catch (OutOfMemoryError e) {
            return Result.failed("out of memory: the heap is too small for this input; start the server with"
                    + " LOOMWEIGHT_JAVA_OPTS=-Xmx8g");
        } catch (StackOverflowError e) {
            return Result.failed("an input is nested too deeply");
        } catch (UncheckedIOException e) {
            return Result.failed("cannot read: " + e.getMessage());
        } catch (RuntimeException | LinkageError | AssertionError e) {
            errors.println("loomweight mcp: internal error in " + tool.name() + ": " + SafeText.of(e.toString()));
            return Result.failed("internal error: " + e);
        }
    }

    /** Counts what is read, and says so from time to time, if that is wanted. */
    private ReadingProgress progress(Asked asked) {
        JsonPrimitive token = asked.token();
        if (token == null) {
            return count -> {};
        }
        LongAdder read = new LongAdder();
        long[] said = {System.nanoTime()};
        AtomicBoolean saying = new AtomicBoolean();
        return count -> {
            read.add(count);
            if (saying.compareAndSet(false, true)) {
                try {
                    if (System.nanoTime() - said[0] >= BETWEEN_PROGRESS.toNanos()) {
                        said[0] = System.nanoTime();
                        JsonObject params = new JsonObject();
                        params.add("progressToken", token);
                        params.addProperty("progress", read.sum());
                        out.notify("notifications/progress", params);
                    }
                } finally {
                    saying.set(false);
                }
            }
        };
    }
}
