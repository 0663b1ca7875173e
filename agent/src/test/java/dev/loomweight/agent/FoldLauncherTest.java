package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldLauncherTest {

    @TempDir
    private Path folder;

    @Test
    void aProgramIsRunAsItIsAndAJarByTheOwnJava() throws Exception {
        Path launcher = program("lw");
        Path jar = Files.createFile(folder.resolve("any.jar"));

        assertThat(FoldLauncher.find(launcher.toString(), "", null).words()).containsExactly(launcher.toString());
        assertThat(FoldLauncher.find(jar.toString(), "", null).words())
                .startsWith(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), FoldLauncher.HEAP)
                .endsWith("-jar", jar.toString());
    }

    @Test
    void trueTakesTheLauncherOnThePathOrTheJarBesideTheAgent() throws Exception {
        Path beside = Files.createDirectory(folder.resolve("beside"));
        Path path = Files.createDirectory(folder.resolve("bin"));
        String both = "relative:" + path;

        assertThatThrownBy(() -> FoldLauncher.find("true", both, beside))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("no loomweight on the PATH and no loomweight.jar next to the agent's jar")
                .hasMessageNotContaining("\n");
        Path jar = Files.createFile(beside.resolve("loomweight.jar"));
        assertThat(FoldLauncher.find("true", both, beside).words()).endsWith("-jar", jar.toString());
        Path launcher = program("bin/loomweight");
        assertThat(FoldLauncher.find("true", both, beside).words()).containsExactly(launcher.toString());
    }

    @Test
    void whatCannotBeRunIsRefused() throws Exception {
        Path text = Files.createFile(folder.resolve("text"));

        for (String wanted : List.of(text.toString(), folder.toString(), folder + "/no.jar")) {
            assertThatThrownBy(() -> FoldLauncher.find(wanted, "", null))
                    .isInstanceOf(DataException.class)
                    .hasMessageStartingWith("fold=" + wanted + " is no program that can be run");
        }
    }

    @Test
    void theChildGetsTheLabelsAndNoOptionsOfTheApplicationsJvm() {
        ProcessBuilder process = new FoldLauncher(List.of("/bin/lw"))
                .process(
                        folder.resolve("a.jfr"),
                        folder.resolve("a.lwf"),
                        Map.of("pod", "@1=2"),
                        folder.resolve("o"),
                        "");

        assertThat(process.command())
                .endsWith("/bin/lw", "fold", folder + "/a.jfr", "-o", folder + "/a.lwf", "--label=pod=@1=2");
        assertThat(process.environment())
                .doesNotContainKeys("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "LOOMWEIGHT_AGENT");
    }

    private Path program(String name) throws Exception {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
