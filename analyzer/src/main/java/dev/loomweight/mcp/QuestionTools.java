package dev.loomweight.mcp;

import com.google.gson.JsonObject;
import dev.loomweight.capture.DataException;
import dev.loomweight.command.Assistant;
import dev.loomweight.command.Assistant.Checked;
import dev.loomweight.command.BaselineRequest;
import dev.loomweight.command.Check;
import dev.loomweight.command.CheckRequest;
import dev.loomweight.command.Diff;
import dev.loomweight.command.EarlierClasses;
import dev.loomweight.command.PinRequest;
import dev.loomweight.command.Question;
import dev.loomweight.command.Request;
import dev.loomweight.command.SiteReport;
import dev.loomweight.mcp.Schema.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tools that report on files. */
final class QuestionTools {

    private static final String NUMBER = "number";
    private static final String SOURCES = "sources";
    private static final String BEFORE = "before";
    private static final String AFTER = "after";
    private static final String BUDGETS = "budgets";
    private static final String BASELINE = "baseline";
    private static final String CONFIG = "config";

    private final Assistant.Parser parser;
    private final Answers answers;

    /**
     * Tools.
     *
     * @param parser parses their arguments as the command line does
     * @param answers keeps what they answer
     */
    QuestionTools(Assistant.Parser parser, Answers answers) {
        this.parser = parser;
        this.answers = answers;
    }

    private static Schema ofDumps() {
        return Arguments.withCarriers(Arguments.withClassPath(Arguments.ofInputs()));
    }

    /** All of them. */
    List<Tool> all() {
        return List.of(
                question(
                        Question.REPORT,
                        "Overview",
                        "Overview of recordings, captures or NMT texts: the findings, the code that pins virtual"
                                + " threads, memory, and what was recorded. Begin here.",
                        Arguments.withClasses(Arguments.ofInputs())),
                question(
                        Question.PINS,
                        "Pinned virtual threads",
                        "Code that pins virtual threads to their carriers, costliest first: where, why, on which lock,"
                                + " how long, what to do.",
                        Arguments.withFilters(Arguments.withClasses(Arguments.ofInputs()))),
                question(
                        Question.CARRIERS,
                        "Time of the carriers",
                        "Where the time of the carriers of virtual threads goes: running, waiting for a processor, pinned,"
                                + " blocked in native code, idle; and what ran on them. Of captures.",
                        Arguments.withClasses(Arguments.ofInputs())),
                question(
                        Question.THREADS,
                        "Threads that do not move",
                        "Why threads do not move, from dumps and captures: whether the process hangs, what its threads"
                                + " wait for, where the carriers' time goes, and what the threads cost. Has what hang, waits"
                                + " and carriers say.",
                        ofDumps()),
                question(
                        Question.WAITS,
                        "Waits",
                        "What threads wait for, by dumps taken one after another: locks, pools and queues, who holds"
                                + " them, and how sure the shares are.",
                        ofDumps()),
                question(
                        Question.HANG,
                        "Hangs",
                        "Whether a process hangs, and why, from its thread dumps: deadlocks with thread, lock and line,"
                                + " carriers that are all held, locks whose owner has ended, who waits for whom.",
                        ofDumps()),
                new Tool(
                        "site",
                        "One pinning site",
                        "One pinning site in detail: its stacks, holder, line, causes, source and advice. Its number is"
                                + " its row in the table pins/sites, from 1, of pins with the same arguments.",
                        Arguments.withFilters(Arguments.withClasses(Arguments.ofInputs()
                                .with(
                                        NUMBER,
                                        new Property(
                                                Schema.Type.WHOLE,
                                                "Row of the site, from 1.",
                                                true,
                                                1,
                                                1_000_000,
                                                List.of()))
                                .optional(
                                        SOURCES,
                                        Schema.Type.STRINGS,
                                        "Source folders of the application below a root, to show the line."))),
                        true,
                        this::site),
                question(
                        Question.MEMORY,
                        "Memory",
                        "Where the memory of a process goes: a table that adds up to RSS, NMT categories, threads,"
                                + " growth, settings for a container limit.",
                        Arguments.ofInputs()
                                .optional("limit", Schema.Type.STRING, "Container limit to size for, such as 512m.")),
                new Tool(
                        "diff",
                        "Comparison",
                        "What changed between two recordings, captures, NMT texts or reports saved as JSON, or between"
                                + " the first and last snapshot of one capture.",
                        Arguments.withClasses(new Schema()
                                .required(BEFORE, Schema.Type.STRING, "The earlier input, below a root.")
                                .optional(
                                        AFTER,
                                        Schema.Type.STRING,
                                        "The later input; without it, what changed within one.")),
                        true,
                        this::diff),
                new Tool(
                        "check",
                        "Budgets",
                        "Whether inputs are within budgets. A budget that could not be measured counts as exceeded, and"
                                + " is said with its reason.",
                        Arguments.withClasses(Arguments.ofInputs()
                                .optional(
                                        BUDGETS,
                                        Schema.Type.MAP,
                                        "Upper limits by name, with units: {\"pins\": \"0\", \"pinned-time\": \"100ms\","
                                                + " \"rss\": \"512m\"}. Names: "
                                                + String.join(", ", CheckRequest.NAMES) + ".")
                                .optional(
                                        CONFIG,
                                        Schema.Type.STRING,
                                        "A file of budgets in TOML (loomweight.toml), below a root.")
                                .optional(
                                        BASELINE,
                                        Schema.Type.STRING,
                                        "An earlier recording, capture or saved baseline: only what is new or worse counts.")
                                .optional("margin", Schema.Type.STRING, "Tolerance over the baseline, such as 10%.")),
                        true,
                        this::check),
                question(
                        coverage(),
                        "Coverage",
                        "What was recorded: which events were on, silent, off or unknown, with thresholds and stacks; to"
                                + " tell nothing happened from nothing was recorded.",
                        Arguments.ofInputs()));
    }

    private static Question coverage() {
        return Question.VIEWS.stream()
                .filter(question -> question.word().equals("coverage"))
                .findFirst()
                .orElseThrow();
    }

    private Tool question(Question question, String title, String description, Schema schema) {
        return new Tool(question.word(), title, description, schema, true, call -> {
            Question.Answer answer = question.ask(request(question, call), call.progress());
            return answers.first(handle -> ReportAnswer.of(handle, answer, new JsonObject()));
        });
    }

    private Request request(Question question, Call call) {
        Request asked = parser.request(question, Arguments.options(call), call.paths(Arguments.PATHS));
        return asked.with(Arguments.within(asked.pins(), call));
    }

    private JsonObject site(Call call) {
        Question.Answer answer = SiteReport.make(
                request(Question.PINS, call), call.number(NUMBER, 1), call.paths(SOURCES), call.progress());
        return answers.first(handle -> ReportAnswer.of(handle, answer, new JsonObject()));
    }

    private JsonObject diff(Call call) {
        Path before = call.path(BEFORE);
        Path after = call.has(AFTER) ? call.path(AFTER) : null;
        PinRequest pins = Arguments.within(
                parser.request(Question.PINS, Arguments.options(call), List.of(before))
                        .pins(),
                call);
        Question.Answer answer = Diff.compare(before, after, EarlierClasses.NONE, pins, 0, call.progress());
        return answers.first(handle -> ReportAnswer.of(handle, answer, new JsonObject()));
    }

    private JsonObject check(Call call) {
        List<String> options = new ArrayList<>(Arguments.options(call));
        call.map(BUDGETS).forEach((name, most) -> options.add("--budget=" + name + "=" + most));
        for (String name : List.of(CONFIG, BASELINE)) {
            if (call.has(name)) {
                options.add("--" + name + "=" + call.path(name));
            }
        }
        Checked checked = parser.check(options, call.paths(Arguments.PATHS));
        CheckRequest request = checked.request();
        // A file of budgets can name paths too.
        EarlierClasses earlier = checked.baselines().classes();
        require(call, request.baseline());
        if (earlier.jdk() != null) {
            throw new DataException(
                    "a JDK of the baseline is named, and to read its classes runs its code; use the command"
                            + " line for that");
        }
        Check.Judgement judgement = Check.judge(
                new CheckRequest(
                        request.paths(),
                        request.baseline(),
                        request.margin(),
                        request.rules(),
                        request.suppressed(),
                        request.ignoreInitialization(),
                        request.ignoreLoading(),
                        Arguments.within(request.pins(), call),
                        request.maxUnpackedBytes(),
                        request.today()),
                new BaselineRequest(earlier, null),
                call.progress());
        JsonObject more = new JsonObject();
        more.addProperty("passed", judgement.passed());
        return answers.first(handle -> ReportAnswer.of(handle, judgement.answer(), more));
    }

    private static void require(Call call, @Nullable Path path) {
        if (path != null && !call.roots().test(path)) {
            throw new DataException(path
                    + " is outside of the folders that this server may read, or does not exist; the baseline must be"
                    + " below a root");
        }
    }
}
