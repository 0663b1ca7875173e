package dev.loomweight.maven;

import java.util.Map;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/**
 * Sets a property to the path of the agent's jar, for the goals that come after it: {@code
 * -javaagent:${loomweight.agent}=out=target/app.lw} captures an application that another plug-in starts.
 */
@Mojo(name = "agent", defaultPhase = LifecyclePhase.INITIALIZE, threadSafe = true)
@SuppressWarnings("NullAway.Init") // Maven sets the parameters.
public final class AgentMojo extends AbstractMojo {

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    MavenProject project;

    @Parameter(defaultValue = "${plugin.artifactMap}", readonly = true, required = true)
    Map<String, Artifact> pluginArtifacts;

    /** The name of the property that is set. */
    @Parameter(property = "loomweight.agentProperty", defaultValue = "loomweight.agent")
    String agentProperty;

    /** Maven makes it. */
    public AgentMojo() {}

    @Override
    public void execute() throws MojoExecutionException {
        String path = PluginJars.of(pluginArtifacts, "loomweight-agent").toString();
        project.getProperties().setProperty(agentProperty, path);
        getLog().info(agentProperty + " = " + path);
    }
}
