package dev.loomweight.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.jspecify.annotations.Nullable;

/** Fails the build if a budget is exceeded, or could not be measured, in what the tests of a module recorded. */
@Mojo(
        name = "check",
        defaultPhase = LifecyclePhase.VERIFY,
        requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
@SuppressWarnings("NullAway.Init") // Maven sets the parameters.
public final class CheckMojo extends AnalysisMojo {

    private static final String USUAL = "loomweight.toml";
    private static final int OVER_BUDGET = 3;

    /** Budgets and suppressions; by default the nearest {@code loomweight.toml}, from the module to the build's root. */
    @Parameter(property = "loomweight.config")
    @Nullable
    File config;

    /** Budgets by name, such as {@code <pins>0</pins>}; they override the file's, one by one. */
    @Parameter
    @Nullable
    Map<String, String> budgets;

    /** An earlier capture, recording or file of {@code check --save-baseline}: only what is new or worse counts. */
    @Parameter(property = "loomweight.baseline")
    @Nullable
    File baseline;

    /** Write reports, and let the build go on. */
    @Parameter(property = "loomweight.failureIgnore", defaultValue = "false")
    boolean failureIgnore;

    /** Maven makes it. */
    public CheckMojo() {}

    @Override
    void run(List<Path> inputs) throws IOException, MojoExecutionException, MojoFailureException {
        List<String> arguments = new ArrayList<>(List.of("check"));
        Path file = file();
        if (file != null) {
            arguments.add("--config=" + file);
        }
        if (budgets != null) {
            new TreeMap<>(budgets).forEach((name, most) -> arguments.add("--budget=" + name + "=" + most.strip()));
        }
        if (file == null && (budgets == null || budgets.isEmpty())) {
            throw new MojoExecutionException("no budget to check; create " + USUAL + " in "
                    + session.getTopLevelProject().getBasedir() + ", or write <budgets><pins>0</pins></budgets>");
        }
        if (baseline != null) {
            arguments.add("--baseline=" + baseline);
        }
        arguments.add("--output=" + report("check", "txt"));
        AnalyzerProcess.Outcome outcome = analyze("check", arguments, inputs);
        boolean over = outcome.status() == OVER_BUDGET;
        // Its last line is then the verdict in short, which is logged from the report.
        outcome.lines().stream()
                .limit(Math.max(0, outcome.lines().size() - (over ? 1 : 0)))
                .forEach(getLog()::warn);
        if (!over) {
            outcome.require("check");
        }
        List<String> verdict = TextReport.read(report("check", "txt")).section("Budgets");
        if (over) {
            verdict.forEach(getLog()::error);
            unmeasured("a budget is exceeded or could not be measured; the reports are in " + outputDirectory);
        } else {
            verdict.stream().limit(1).forEach(line -> getLog().info(line.strip()));
        }
    }

    @Override
    void unmeasured(String message) throws MojoFailureException {
        if (!failureIgnore) {
            throw new MojoFailureException(message);
        }
        getLog().warn(message);
    }

    private @Nullable Path file() throws MojoExecutionException {
        if (config != null) {
            if (!config.isFile()) {
                throw new MojoExecutionException("no such file: " + config + " (<config>)");
            }
            return config.toPath();
        }
        // As loomweight-junit looks for it: up to where the build's folders end.
        Path folder = project.getBasedir().toPath();
        while (folder != null && Files.exists(folder.resolve("pom.xml"))) {
            Path file = folder.resolve(USUAL);
            if (Files.isRegularFile(file)) {
                return file;
            }
            folder = folder.getParent();
        }
        Path root = session.getTopLevelProject().getBasedir().toPath().resolve(USUAL);
        return Files.isRegularFile(root) ? root : null;
    }
}
