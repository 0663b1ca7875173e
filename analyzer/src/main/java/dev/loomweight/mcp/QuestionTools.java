package dev.loomweight.mcp;

import com.google.gson.JsonObject;
import dev.loomweight.capture.DataException;
import dev.loomweight.command.Assistant;
import dev.loomweight.command.Assistant.Argument;
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
    private static final String MARGIN = "margin";

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

    /** All of them. */
    List<Tool> all() {
        List<Tool> tools =
                new ArrayList<>(Question.ALL.stream().map(this::question).toList());
        tools.add(question(Question.COVERAGE));
        tools.addAll(List.of(
                new Tool(
                        "site",
                        "One pinning site",
                        "One pinning site in detail: its stacks, holder, line, causes, source and advice. Its number is"
                                + " its row in the table pins/sites, from 1, of pins with the same arguments.",
                        Arguments.with(
                                Arguments.ofInputs()
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
                                                "Source folders of the application below a root, to show the line."),
                                parser.arguments(Question.PINS)),
                        true,
                        this::site),
                new Tool(
                        "diff",
                        "Comparison",
                        "What changed between two recordings, captures, NMT texts or reports saved as JSON, or between"
                                + " the first and last snapshot of one capture.",
                        Arguments.with(
                                new Schema()
                                        .required(BEFORE, Schema.Type.STRING, "The earlier input, below a root.")
                                        .optional(
                                                AFTER,
                                                Schema.Type.STRING,
                                                "The later input; without it, what changed within one."),
                                parser.ofClasses()),
                        true,
                        this::diff),
                new Tool(
                        "check",
                        "Budgets",
                        "Whether inputs are within budgets. A budget that could not be measured counts as exceeded, and"
                                + " is said with its reason.",
                        Arguments.with(
                                Arguments.ofInputs()
                                        .optional(
                                                BUDGETS,
                                                Schema.Type.MAP,
                                                "Upper limits by name, with units: {\"pins\": \"0\", \"pinned-time\":"
                                                        + " \"100ms\", \"rss\": \"512m\"}. Names: "
                                                        + String.join(", ", CheckRequest.NAMES) + ".")
                                        .optional(
                                                CONFIG,
                                                Schema.Type.STRING,
                                                "A file of budgets in TOML (loomweight.toml), below a root.")
                                        .optional(
                                                BASELINE,
                                                Schema.Type.STRING,
                                                "An earlier recording, capture or saved baseline: only what is new or"
                                                        + " worse counts.")
                                        .optional(
                                                MARGIN,
                                                Schema.Type.STRING,
                                                "Tolerance over the baseline, such as 10%."),
                                parser.ofClasses()),
                        true,
                        this::check)));
        return tools;
    }

    private Tool question(Question question) {
        List<Argument> arguments = parser.arguments(question);
        return new Tool(
                question.word(),
                question.help().title(),
                question.help().summary(),
                Arguments.with(Arguments.ofInputs(), arguments),
                true,
                call -> {
                    Question.Answer answer = question.ask(request(question, arguments, call), call.progress());
                    return answers.first(handle -> ReportAnswer.of(handle, answer, new JsonObject()));
                });
    }

    private Request request(Question question, List<Argument> arguments, Call call) {
        Request asked = parser.request(question, Arguments.options(call, arguments), call.paths(Arguments.PATHS));
        return asked.with(Arguments.within(asked.pins(), call));
    }

    private JsonObject site(Call call) {
        Question.Answer answer = SiteReport.make(
                request(Question.PINS, parser.arguments(Question.PINS), call),
                call.number(NUMBER, 1),
                call.paths(SOURCES),
                call.progress());
        return answers.first(handle -> ReportAnswer.of(handle, answer, new JsonObject()));
    }

    private JsonObject diff(Call call) {
        Path before = call.path(BEFORE);
        Path after = call.has(AFTER) ? call.path(AFTER) : null;
        PinRequest pins = Arguments.within(
                parser.request(Question.PINS, Arguments.options(call, parser.ofClasses()), List.of(before))
                        .pins(),
                call);
        Question.Answer answer = Diff.compare(before, after, EarlierClasses.NONE, pins, 0, call.progress());
        return answers.first(handle -> ReportAnswer.of(handle, answer, new JsonObject()));
    }

    private JsonObject check(Call call) {
        List<String> options = new ArrayList<>(Arguments.options(call, parser.ofClasses()));
        if (call.has(MARGIN)) {
            options.add("--margin=" + call.text(MARGIN, ""));
        }
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
