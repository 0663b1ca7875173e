package dev.loomweight.agent;

import java.nio.file.Path;

/** The agent's jar, for tests of other packages. */
public final class AgentJar {

    private AgentJar() {}

    /** The jar that was built, or one of the classes, made in a folder. */
    public static Path in(Path folder) throws Exception {
        return AgentProcess.jar(folder);
    }
}
