package dev.loomweight.mcp;

import com.google.gson.JsonObject;
import dev.loomweight.capture.DataException;
import dev.loomweight.command.Assistant;
import dev.loomweight.command.Check;
import dev.loomweight.command.CheckOptions;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.command.Diff;
import dev.loomweight.command.Question;
import dev.loomweight.command.SiteReport;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.mcp.Schema.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
    private final KeptAnswers answers;

    /**
     * Tools.
     *
     * @param parser parses their arguments as the command line does
     * @param answers keeps what they answer
     */
    QuestionTools(Assistant.Parser parser, KeptAnswers answers) {
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
                        ToolArguments.with(
                                ToolArguments.ofInputs()
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
                                Question.PINS.options()),
                        true,
                        this::site),
                new Tool(
                        "diff",
                        "Comparison",
                        "What changed between two recordings, captures, NMT texts or reports saved as JSON, or between"
                                + " the first and last snapshot of one capture.",
                        ToolArguments.with(
                                new Schema()
                                        .required(
                                                BEFORE,
                                                Schema.Type.ONE_OR_MORE,
                                                "The earlier input, below a root; or several runs of it, whose spread"
                                                        + " is the error of all differences.")
                                        .optional(
                                                AFTER,
                                                Schema.Type.ONE_OR_MORE,
                                                "The later input, or several runs; without it, what changed within"
                                                        + " one."),
                                ClassOptions.ALL),
                        true,
                        this::diff),
                new Tool(
                        "check",
                        "Budgets",
                        "Whether inputs are within budgets. A budget that could not be measured counts as exceeded, and"
                                + " is said with its reason.",
                        ToolArguments.with(
                                ToolArguments.ofInputs()
                                        .optional(
                                                BUDGETS,
                                                Schema.Type.MAP,
                                                "Upper limits by name, with units: {\"pins\": \"0\", \"pinned-time\":"
                                                        + " \"100ms\", \"rss\": \"512m\"}. Names: "
                                                        + String.join(
                                                                ", ",
                                                                CheckOptions.BUDGET
                                                                        .value()
                                                                        .choices()) + ".")
                                        .optional(
                                                CONFIG,
                                                Schema.Type.STRING,
                                                "A file of budgets in TOML (loomweight.toml), below a root.")
                                        .optional(
                                                BASELINE,
                                                Schema.Type.ONE_OR_MORE,
                                                "An earlier recording, capture or saved baseline, or several runs: only"
                                                        + " what is new or worse counts. Of several, each of paths is"
                                                        + " one run, too.")
                                        .optional(
                                                MARGIN,
                                                Schema.Type.STRING,
                                                "Tolerance over the baseline, such as 10%."),
                                ClassOptions.ALL),
                        true,
                        this::check)));
        return tools;
    }

    private Tool question(Question question) {
        return new Tool(
                question.word(),
                question.help().title(),
                question.help().summary(),
                ToolArguments.with(ToolArguments.ofInputs(), question.options()),
                true,
                call -> {
                    Question.Answer answer = question.ask(options(question, call), call.progress());
                    return answers.first(handle -> ReportAnswer.of(handle, answer, new JsonObject()));
                });
    }

    private Options options(Question question, Call call) {
        List<String> words = ToolArguments.words(call, question.options());
        return ToolArguments.within(parser.parse(question, words, call.paths(ToolArguments.PATHS)), call);
    }

    private JsonObject site(Call call) {
        Question.Answer answer = SiteReport.make(
                options(Question.PINS, call), call.number(NUMBER, 1), call.paths(SOURCES), call.progress());
        return answers.first(handle -> ReportAnswer.of(handle, answer, new JsonObject()));
    }

    private JsonObject diff(Call call) {
        List<Path> before = call.paths(BEFORE);
        Options asked = ToolArguments.within(
                parser.parse(Question.PINS, ToolArguments.words(call, ClassOptions.ALL), before), call);
        Question.Answer answer = Diff.compare(Diff.sides(asked, before, call.paths(AFTER)), call.progress());
        return answers.first(handle -> ReportAnswer.of(handle, answer, new JsonObject()));
    }

    private JsonObject check(Call call) {
        List<String> options = new ArrayList<>(ToolArguments.words(call, ClassOptions.ALL));
        if (call.has(MARGIN)) {
            options.add("--margin=" + call.text(MARGIN, ""));
        }
        call.map(BUDGETS).forEach((name, most) -> options.add("--budget=" + name + "=" + most));
        for (String name : List.of(CONFIG, BASELINE)) {
            call.paths(name).forEach(path -> options.add("--" + name + "=" + path));
        }
        Options asked = parser.check(options, call.paths(ToolArguments.PATHS));
        // A file of budgets can name paths too.
        asked.get(CheckOptions.BASELINE).forEach(path -> require(call, path));
        if (asked.has(ClassOptions.JDK_BEFORE)) {
            throw new DataException(
                    "a JDK of the baseline is named, and to read its classes runs its code; use the command"
                            + " line for that");
        }
        Check.Judgement judgement = Check.judge(ToolArguments.within(asked, call), call.progress());
        JsonObject more = new JsonObject();
        more.addProperty("passed", judgement.passed());
        return answers.first(handle -> ReportAnswer.of(handle, judgement.answer(), more));
    }

    private static void require(Call call, Path path) {
        if (!call.roots().test(path)) {
            throw new DataException(path
                    + " is outside of the folders that this server may read, or does not exist; the baseline must be"
                    + " below a root");
        }
    }
}
