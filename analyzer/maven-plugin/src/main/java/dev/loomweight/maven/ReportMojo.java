package dev.loomweight.maven;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Writes the report of what the tests of a module recorded, and fails no build for what it says. */
@Mojo(
        name = "report",
        defaultPhase = LifecyclePhase.VERIFY,
        requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
public final class ReportMojo extends AnalysisMojo {

    /** Maven makes it. */
    public ReportMojo() {}

    @Override
    void run(List<Path> inputs) throws IOException, MojoExecutionException {
        AnalyzerProcess.Outcome outcome = analyze("report", List.of("report"), inputs);
        outcome.lines().forEach(getLog()::warn);
        outcome.require("report");
        getLog().info("Wrote " + report("report", formats.get(0)));
    }

    @Override
    void unmeasured(String message) {
        getLog().warn(message);
    }
}
