package dev.loomweight.mcp;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.command.InputOptions;
import dev.loomweight.command.LiveCapture;
import dev.loomweight.command.Question;
import dev.loomweight.launch.CaptureProgress;
import dev.loomweight.launch.CaptureRequest.Watched;
import dev.loomweight.launch.JvmList;
import dev.loomweight.launch.RecordRun;
import dev.loomweight.launch.RunningJvm;
import dev.loomweight.mcp.Schema.Property;
import dev.loomweight.render.SafeText;
import dev.loomweight.report.Report;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The tools that see the JVMs of this machine. */
final class MachineTools {

    /** The longest recording, in seconds. */
    static final int MAX_SECONDS = 600;

    private static final int USUAL_SECONDS = 30;
    private static final int MAX_REMARKS = 20;

    private final KeptAnswers answers;

    /** @param answers keeps what they answer */
    MachineTools(KeptAnswers answers) {
        this.answers = answers;
    }

    /** Lists the JVMs. */
    Tool jvms() {
        return new Tool(
                "jvms",
                "Running JVMs",
                "The JVMs that run on this machine: process id, main class or jar, JDK, whether virtual threads and NMT"
                        + " are in use. None of them is queried.",
                new Schema(),
                true,
                this::list);
    }

    /** Records one. */
    Tool record() {
        return new Tool(
                "record",
                "Record a running JVM",
                "Records a running JVM (11 or newer, of this user) for some seconds into a new capture below a root, and"
                        + " reports on it. Starts a JFR recording in the target, takes snapshots of its memory, and ends"
                        + " both. The answer comes when the time is over.",
                new Schema()
                        .required(
                                "target",
                                Schema.Type.STRING,
                                "Process id, main class with or without its package, or jar; see jvms.")
                        .with(
                                "seconds",
                                new Property(
                                        Schema.Type.WHOLE,
                                        "Duration in seconds (default: " + USUAL_SECONDS + ").",
                                        false,
                                        1,
                                        MAX_SECONDS,
                                        List.of()))
                        .optional(
                                "output",
                                Schema.Type.STRING,
                                "The new capture below a root (default: record-PID-TIME.lw in the first root)."),
                false,
                this::record);
    }

    private JsonObject list(Call call) {
        Report report;
        try {
            report = JvmList.report();
        } catch (DataException e) {
            JsonObject none = new JsonObject();
            none.addProperty("command", "jvms");
            none.add("jvms", new JsonArray());
            none.addProperty("summary", SafeText.of(String.valueOf(e.getMessage())));
            return none;
        }
        Question.Answer answer = new Question.Answer(
                new Report("jvms", report.title(), report.incomplete(), report.sections()), List.of());
        return answers.first(handle -> ReportAnswer.of(handle, answer, new JsonObject()));
    }

    private JsonObject record(Call call) throws InterruptedException {
        RunningJvm jvm;
        try {
            jvm = JvmList.find(call.text("target", ""));
        } catch (JvmList.Ambiguous e) {
            throw new DataException(String.valueOf(e.getMessage()), e);
        }
        Path folder = call.roots()
                .created(call.text(
                        "output",
                        "record-" + jvm.pid() + "-" + Instant.now().toString().replaceAll("[^0-9TZ]", "") + ".lw"));
        JsonArray remarks = new JsonArray();
        RecordRun run = new RecordRun(
                LiveCapture.request(
                        jvm.pid(),
                        jvm.command().name(),
                        folder,
                        new Watched(true, true, Samples.EXECUTION),
                        null,
                        RecordRun.Until.after(Duration.ofSeconds(call.number("seconds", USUAL_SECONDS)))),
                new Remarks(remarks));
        // An interrupt would damage the capture.
        call.cancelBy(run::stop);
        String early = run.run();
        call.check();
        JsonObject more = new JsonObject();
        more.addProperty("capture", SafeText.of(folder.toString()));
        if (early != null) {
            more.addProperty("endedEarly", SafeText.of(early));
        }
        if (!remarks.isEmpty()) {
            more.add("remarks", remarks);
        }
        // The capture names its class files and its JDK.
        Question.Answer answer =
                Question.REPORT.ask(ToolArguments.within(InputOptions.of(folder), call), call.progress());
        return answers.first(handle -> ReportAnswer.of(handle, answer, more));
    }

    private record Remarks(JsonArray all) implements CaptureProgress {
        @Override
        public void step(String what) {}

        @Override
        public void remark(String what) {
            if (all.size() < MAX_REMARKS) {
                all.add(SafeText.of(what));
            }
        }
    }
}
