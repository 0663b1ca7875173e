package dev.loomweight.own;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs the steps of a composite action or of a job as GitHub's runner does: their scripts in bash, with the files in which
 * steps leave outputs and a summary, with the runner's own eyes for commands in what they print. Actions of others are
 * noted with what they were given.
 */
final class ActionRun {

    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{ *(.+?) *}}");
    private static final Pattern COMPARED = Pattern.compile("(\\S+) (==|!=) '([^']*)'");

    private static final Pattern PINNED = Pattern.compile("[^@]+@[0-9a-f]{40}");

    /** What the runner obeys: at the beginning of a line, and in an older form anywhere in it. */
    private static final Pattern COMMAND = Pattern.compile("^\\s*::(?<name>[a-z-]+)( [^:]*)?::(?<text>.*)|##\\[.*");

    private final Path workspace;
    private final Path temporary;
    private final Map<String, String> environment;
    private final Map<String, String> context = new TreeMap<>();

    private final Map<String, Map<String, Object>> uses = new LinkedHashMap<>();
    private final List<String> ran = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private final StringBuilder printed = new StringBuilder();
    private int status;

    /**
     * A run.
     *
     * @param workspace where the repository is checked out
     * @param temporary what the runner calls its temporary folder
     * @param environment further variables of steps
     * @param event the name of the event
     */
    ActionRun(Path workspace, Path temporary, Map<String, String> environment, String event) throws IOException {
        this.workspace = workspace;
        this.temporary = Files.createDirectories(temporary);
        this.environment = new TreeMap<>(environment);
        this.environment.put("GITHUB_EVENT_NAME", event);
        this.environment.put("GITHUB_WORKSPACE", workspace.toString());
        this.environment.put("RUNNER_TEMP", temporary.toString());
        this.environment.put("GITHUB_STEP_SUMMARY", summary().toString());
        context.put("github.event_name", event);
        context.put("github.token", "t0ken");
    }

    /** Runs the steps of an action, with these inputs. */
    ActionRun action(Path folder, Map<String, String> inputs) throws Exception {
        Map<String, Object> action = ActionYaml.read(folder.resolve("action.yml"));
        Map<String, Object> declared = ActionYaml.map(action, "inputs");
        for (String name : declared.keySet()) {
            Map<String, Object> input = ActionYaml.map(declared, name);
            if ("true".equals(input.get("required")) && !inputs.containsKey(name)) {
                throw new IllegalStateException("the input " + name + " is required");
            }
            context.put(
                    "inputs." + name,
                    inputs.containsKey(name)
                            ? Objects.requireNonNull(inputs.get(name))
                            : evaluated((String) input.getOrDefault("default", "")));
        }
        if (!declared.keySet().containsAll(inputs.keySet())) {
            throw new IllegalStateException("unknown inputs: " + inputs.keySet());
        }
        environment.put("GITHUB_ACTION_PATH", folder.toString());
        steps(ActionYaml.maps(ActionYaml.map(action, "runs"), "steps"), folder);
        return this;
    }

    /** Runs the steps of the only job of a workflow, whose own actions are in a folder. */
    ActionRun workflow(Path file, Path folder) throws Exception {
        Map<String, Object> jobs = ActionYaml.map(ActionYaml.read(file), "jobs");
        steps(ActionYaml.maps(ActionYaml.map(jobs, jobs.keySet().iterator().next()), "steps"), folder);
        return this;
    }

    private void steps(List<Map<String, Object>> steps, Path folder) throws Exception {
        for (Map<String, Object> step : steps) {
            String name = (String) step.getOrDefault("name", String.valueOf(step.get("uses")));
            String condition = (String) step.getOrDefault("if", "");
            if (!holds(condition)) {
                continue;
            }
            ran.add(name);
            String used = (String) step.get("uses");
            Map<String, Object> with = new LinkedHashMap<>();
            ActionYaml.map(step, "with").forEach((key, value) -> with.put(key, evaluated((String) value)));
            if (used != null && used.startsWith("./")) {
                Map<String, String> inputs = new LinkedHashMap<>();
                with.forEach((key, value) -> inputs.put(key, (String) value));
                action(folder, inputs);
            } else if (used != null) {
                if (!PINNED.matcher(used).matches()) {
                    throw new IllegalStateException(used + " is not named by its commit: a tag can be moved");
                }
                uses.put(name, with);
            } else {
                int ended = run(step);
                status = status == 0 ? ended : status;
            }
        }
    }

    private boolean holds(String condition) {
        boolean always = condition.contains("always()");
        boolean all = Arrays.stream(condition.split(" && ", -1))
                .filter(part -> !part.isBlank() && !part.equals("always()"))
                .allMatch(part -> {
                    Matcher compared = COMPARED.matcher(part);
                    if (!compared.matches()) {
                        throw new IllegalStateException("not understood: " + part);
                    }
                    return value(compared.group(1)).equals(compared.group(3))
                            == compared.group(2).equals("==");
                });
        return all && (always || status == 0);
    }

    private String evaluated(String text) {
        return EXPRESSION.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found.group(1))));
    }

    /** What an expression stands for; what is not there is empty. */
    private String value(String expression) {
        if (!expression.matches("(inputs|github|steps)\\.[\\w.-]+")) {
            throw new IllegalStateException("not understood: " + expression);
        }
        if (!expression.startsWith("steps.") && !context.containsKey(expression)) {
            throw new IllegalStateException("unknown: " + expression);
        }
        return context.getOrDefault(expression, "");
    }

    private int run(Map<String, Object> step) throws Exception {
        String script = Objects.requireNonNull((String) step.get("run"));
        if (script.contains("${{")) {
            throw new IllegalStateException("an expression in a script is run as its text: " + script);
        }
        Path file = Files.writeString(temporary.resolve("step.sh"), script);
        Path output = Files.writeString(temporary.resolve("output.txt"), "");
        String folder = evaluated((String) step.getOrDefault("working-directory", "."));
        ProcessBuilder builder = new ProcessBuilder("bash", "--noprofile", "--norc", "-eo", "pipefail", file.toString())
                .directory(workspace.resolve(folder).toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.environment().put("GITHUB_OUTPUT", output.toString());
        ActionYaml.map(step, "env")
                .forEach((name, value) -> builder.environment().put(name, evaluated((String) value)));
        Process process = builder.start();
        process.getOutputStream().close();
        obey(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        int ended = process.waitFor();
        for (String line : Files.readAllLines(output)) {
            int sign = line.indexOf('=');
            context.put("steps." + step.get("id") + ".outputs." + line.substring(0, sign), line.substring(sign + 1));
        }
        return ended;
    }

    /** Takes the commands from what a step printed, as the runner does. */
    private void obey(String text) {
        printed.append(text);
        String stopped = null;
        for (String line : text.split("\n", -1)) {
            Matcher command = COMMAND.matcher(line);
            if (stopped != null) {
                stopped = line.strip().equals("::" + stopped + "::") ? null : stopped;
            } else if (command.find()) {
                if ("stop-commands".equals(command.group("name"))) {
                    stopped = command.group("text");
                } else {
                    commands.add(line);
                }
            }
        }
    }

    private Path summary() {
        return temporary.resolve("summary.md");
    }

    /** The summary that the steps wrote; empty for none. */
    String summaryText() throws IOException {
        return Files.exists(summary()) ? Files.readString(summary()) : "";
    }

    /** The exit status of the first step that failed, or 0. */
    int status() {
        return status;
    }

    /** The names of the steps that ran. */
    List<String> ran() {
        return ran;
    }

    /** The steps of others that ran, with what they were given. */
    Map<String, Map<String, Object>> uses() {
        return uses;
    }

    /** The lines that the runner took as commands. */
    List<String> commands() {
        return commands;
    }

    /** An output of a step, or null. */
    @Nullable
    String output(String step, String name) {
        return context.get("steps." + step + ".outputs." + name);
    }

    /** All that steps printed. */
    String printed() {
        return printed.toString();
    }
}
