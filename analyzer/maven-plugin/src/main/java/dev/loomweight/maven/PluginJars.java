package dev.loomweight.maven;

import java.nio.file.Path;
import java.util.Map;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.MojoExecutionException;

/** The jars that come with the plug-in and are run in other JVMs. */
final class PluginJars {

    private PluginJars() {}

    /**
     * One of them.
     *
     * @param artifacts of the plug-in, by group and name
     * @param name of the artifact
     * @throws MojoExecutionException if the POM excludes it
     */
    static Path of(Map<String, Artifact> artifacts, String name) throws MojoExecutionException {
        Artifact artifact = artifacts.get("dev.loomweight:" + name);
        if (artifact == null || artifact.getFile() == null) {
            throw new MojoExecutionException(
                    "dev.loomweight:" + name + " is no dependency of the plug-in; remove the <exclusions> of it");
        }
        return artifact.getFile().toPath();
    }
}
