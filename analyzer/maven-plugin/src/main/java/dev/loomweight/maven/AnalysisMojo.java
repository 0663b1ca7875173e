package dev.loomweight.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.inject.Inject;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;
import org.jspecify.annotations.Nullable;

/** What {@code check} and {@code report} share: which recordings, with which class files, by which Java. */
@SuppressWarnings("NullAway.Init") // Maven sets the parameters.
abstract class AnalysisMojo extends AbstractMojo {

    private static final String JUNIT = "loomweight-junit";
    private static final Set<String> FORMATS = Set.of("html", "sarif", "xml", "json", "md", "csv");

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    MavenSession session;

    @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
    MojoExecution execution;

    @Parameter(defaultValue = "${plugin.artifactMap}", readonly = true, required = true)
    Map<String, Artifact> pluginArtifacts;

    @Inject
    ToolchainManager toolchains;

    /** What is read: a folder with recordings and captures, or one of these. The tests record into the same folder. */
    @Parameter(property = "loomweight.dir", defaultValue = "${project.build.directory}/loomweight")
    File recordings;

    /** Where the reports are written. */
    @Parameter(property = "loomweight.output", defaultValue = "${project.build.directory}/loomweight")
    File outputDirectory;

    /** Which reports are written, by the ending of their name: html, sarif, xml (JUnit), json, md, csv. */
    @Parameter(property = "loomweight.formats", defaultValue = "html,sarif")
    List<String> formats;

    /** Packages of your own, such as {@code com.acme}; by default what is neither of the JDK nor in a jar. */
    @Parameter(property = "loomweight.own")
    List<String> own;

    /**
     * The home of the JDK or JRE 21 or newer that runs the analysis; by default that of Maven's toolchains, else the
     * one that runs Maven.
     */
    @Parameter(property = "loomweight.java")
    @Nullable
    File javaHome;

    /** Do nothing. */
    @Parameter(property = "loomweight.skip", defaultValue = "false")
    boolean skip;

    @Parameter(property = "skipTests", defaultValue = "false", readonly = true)
    boolean skipTests;

    @Parameter(property = "maven.test.skip", defaultValue = "false", readonly = true)
    boolean skipAllTests;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("Skipped (loomweight.skip).");
            return;
        }
        if (formats.isEmpty()) {
            throw new MojoExecutionException("no format in <formats>; expected for example html");
        }
        for (String format : formats) {
            if (!FORMATS.contains(format)) {
                throw new MojoExecutionException("unknown format '" + format + "' in <formats>; expected one of "
                        + String.join(", ", FORMATS.stream().sorted().toArray(String[]::new)));
            }
        }
        try {
            TestRecordings found = TestRecordings.in(
                    recordings.toPath(), session.getStartTime().toInstant().toEpochMilli());
            List<Path> inputs = found.current().isEmpty() && !hasRunTests() ? found.earlier() : found.current();
            if (inputs.isEmpty()) {
                missing(found);
                return;
            }
            if (!found.current().isEmpty() && !found.earlier().isEmpty()) {
                getLog().info("Left out what earlier builds recorded: "
                        + found.earlier().size() + " of the files in " + recordings);
            }
            Files.createDirectories(outputDirectory.toPath());
            run(inputs);
        } catch (IOException e) {
            throw new MojoExecutionException(e.toString(), e);
        }
    }

    /** Analyses these. */
    abstract void run(List<Path> inputs) throws IOException, MojoExecutionException, MojoFailureException;

    /** Tests ran, or may have run, and left nothing to read. */
    abstract void unmeasured(String message) throws MojoFailureException;

    /** Whether this build runs the tests: then, what earlier ones left behind says nothing of it. */
    private boolean hasRunTests() {
        return execution.getSource() == MojoExecution.Source.LIFECYCLE && !isTestsSkipped();
    }

    private boolean isTestsSkipped() {
        return skipTests || skipAllTests;
    }

    private void missing(TestRecordings found) throws MojoFailureException {
        if (!hasTests()) {
            getLog().info("No tests, so no recordings to read.");
            return;
        }
        if (isTestsSkipped()) {
            getLog().warn("The tests were skipped and there is no recording in " + recordings
                    + ": nothing is checked.");
            return;
        }
        String left = found.earlier().isEmpty()
                ? "no recording of tests in " + recordings
                : "no recording of this build's tests in " + recordings + ", only "
                        + found.earlier().size() + " of earlier builds";
        boolean recorded = project.getArtifacts().stream().anyMatch(artifact -> JUNIT.equals(artifact.getArtifactId()));
        String action = recorded
                ? "let the tests run on Java 21 or newer with the module jdk.jfr and without -Dloomweight.keep=false"
                : "add the test dependency dev.loomweight:" + JUNIT;
        unmeasured("could not be measured (counts as a failure): " + left + "; " + action
                + ", or set <skip>true</skip> for this module");
    }

    private boolean hasTests() {
        String folder = project.getBuild().getTestOutputDirectory();
        return folder != null && TestRecordings.hasClasses(Path.of(folder));
    }

    /**
     * Runs the command on recordings of this module.
     *
     * @param name of the reports, without ending
     * @param arguments of the command, the inputs apart
     */
    final AnalyzerProcess.Outcome analyze(String name, List<String> arguments, List<Path> inputs)
            throws IOException, MojoExecutionException {
        List<String> all = new ArrayList<>(arguments);
        for (String prefix : own) {
            all.add("--own=" + prefix);
        }
        for (String place : classPath()) {
            all.add("--classpath=" + place);
        }
        for (String format : new LinkedHashSet<>(formats)) {
            all.add("--output=" + report(name, format));
        }
        inputs.forEach(input -> all.add(input.toString()));
        AnalyzerProcess process = new AnalyzerProcess(
                java(),
                PluginJars.of(pluginArtifacts, "loomweight-analyzer"),
                project.getBasedir().toPath());
        getLog().debug("loomweight " + String.join(" ", all));
        return process.run(all);
    }

    /** The file of a report. */
    final Path report(String name, String format) {
        return outputDirectory.toPath().resolve(name + "." + format);
    }

    /** What the tests ran with, own classes first. */
    private Set<String> classPath() {
        Set<String> places = new LinkedHashSet<>();
        places.add(project.getBuild().getOutputDirectory());
        places.add(project.getBuild().getTestOutputDirectory());
        for (Artifact artifact : project.getArtifacts()) {
            if (artifact.getFile() != null) {
                places.add(artifact.getFile().getPath());
            }
        }
        places.removeIf(place -> place == null || !Files.exists(Path.of(place)));
        return places;
    }

    private Path java() throws MojoExecutionException {
        Toolchain toolchain = toolchains.getToolchainFromBuildContext("jdk", session);
        String tool = toolchain == null ? null : toolchain.findTool("java");
        return JavaHome.choose(javaHome == null ? null : javaHome.toPath(), tool == null ? null : Path.of(tool))
                .program();
    }
}
