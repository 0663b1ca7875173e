package dev.loomweight.maven;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A local repository of Maven with the artifacts of this build. All others are those of the user's local repository, by
 * links, so that nothing is downloaded twice and nothing of ours gets into it.
 */
final class PrivateRepository {

    private static final String GROUP = "dev/loomweight";

    private final Path folder;
    private final String version;

    private PrivateRepository(Path folder, String version) {
        this.folder = folder;
        this.version = version;
    }

    /**
     * Makes one.
     *
     * @param folder where; new
     * @param shared the local repository of the user
     * @param version of what this build makes
     */
    static PrivateRepository in(Path folder, Path shared, String version) throws IOException {
        PrivateRepository repository = empty(folder, shared, version);
        Path root = Checkout.ROOT;
        repository.put("loomweight", root.resolve("pom.xml"), "pom", "");
        repository.module("loomweight-agent", root.resolve("agent"), "loomweight-agent.jar");
        repository.module("loomweight-junit", root.resolve("agent/junit"), "loomweight-junit.jar");
        repository.module("loomweight-core", root.resolve("analyzer/core"), "loomweight-core-" + version + ".jar");
        for (String pack : List.of("kernel", "pins", "threads", "memory", "fleet")) {
            repository.module(
                    "loomweight-" + pack,
                    root.resolve("analyzer").resolve(pack),
                    "loomweight-" + pack + "-" + version + ".jar");
        }
        repository.module("loomweight-lab", root.resolve("samples/lab"), "loomweight-lab-" + version + ".jar");
        repository.module("loomweight-analyzer", root.resolve("analyzer"), "loomweight-analyzer-" + version + ".jar");
        repository.put("loomweight-analyzer", root.resolve("analyzer/target/loomweight.jar"), "jar", "-all");
        repository.module(
                "loomweight-maven-plugin",
                root.resolve("analyzer/maven-plugin"),
                "loomweight-maven-plugin-" + version + ".jar");
        return repository;
    }

    /** One that has no artifact of this project yet. */
    static PrivateRepository empty(Path folder, Path shared, String version) throws IOException {
        Files.createDirectories(folder.resolve(GROUP));
        link(shared, folder, "dev");
        link(shared.resolve("dev"), folder.resolve("dev"), "loomweight");
        return new PrivateRepository(folder, version);
    }

    private static void link(Path from, Path to, String except) throws IOException {
        List<Path> entries;
        if (!Files.isDirectory(from)) {
            return;
        }
        try (Stream<Path> all = Files.list(from)) {
            entries = all.toList();
        }
        for (Path entry : entries) {
            if (!entry.getFileName().toString().equals(except)) {
                try {
                    Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
                } catch (FileAlreadyExistsException e) {
                    // Of an earlier run.
                }
            }
        }
    }

    private void module(String artifact, Path module, String jar) throws IOException {
        put(artifact, module.resolve("pom.xml"), "pom", "");
        put(artifact, module.resolve("target").resolve(jar), "jar", "");
    }

    private void put(String artifact, Path file, String type, String classifier) throws IOException {
        Path place = folder.resolve(GROUP).resolve(artifact).resolve(version);
        Files.createDirectories(place);
        Files.copy(
                file,
                place.resolve(artifact + "-" + version + classifier + "." + type),
                StandardCopyOption.REPLACE_EXISTING);
    }

    /** Where it is. */
    Path folder() {
        return folder;
    }
}
