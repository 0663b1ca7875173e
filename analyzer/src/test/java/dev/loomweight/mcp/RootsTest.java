package dev.loomweight.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.capture.DataException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing outside of the roots is read, whoever names it. */
class RootsTest {

    private static final Path PINS = Path.of("src/test/resources/recordings/25/pins.jfr");

    @TempDir
    private Path folder;

    private Path root = Path.of("");
    private Path outside = Path.of("");

    @BeforeEach
    void make() throws IOException {
        root = Files.createDirectory(folder.resolve("root"));
        outside = Files.createDirectory(folder.resolve("root-not"));
        Files.copy(PINS, outside.resolve("secret.jfr"));
        Files.copy(PINS, root.resolve("app.jfr"));
    }

    private static String arguments(String name, String... values) {
        JsonArray all = new JsonArray();
        for (String value : values) {
            all.add(value);
        }
        JsonObject arguments = new JsonObject();
        arguments.add(name, all);
        return arguments.toString();
    }

    @Test
    void pathsBelowARootAreRead() throws Exception {
        Files.createSymbolicLink(root.resolve("inside.jfr"), Path.of("app.jfr"));
        Path link = Files.createSymbolicLink(folder.resolve("link-to-root"), root);
        for (Path named : List.of(root, link)) {
            try (Client client = Client.of(named).initialized("2025-11-25")) {
                for (String path : List.of(
                        "app.jfr",
                        "./app.jfr",
                        "x/../app.jfr",
                        "inside.jfr",
                        ".",
                        root.resolve("app.jfr").toString())) {
                    assertThat(client.call("pins", arguments("paths", path))
                                    .getAsJsonObject("pins")
                                    .get("pinsCount")
                                    .getAsInt())
                            .as(path)
                            .isEqualTo(5);
                }
            }
        }
        try (Client client = Client.of(root, outside).initialized("2025-11-25")) {
            client.call("pins", arguments("paths", outside.resolve("secret.jfr").toString()));
        }
    }

    @Test
    void pathsThatLeadOutAreRefusedByEveryTool() throws Exception {
        Files.createSymbolicLink(root.resolve("link.jfr"), outside.resolve("secret.jfr"));
        Files.createSymbolicLink(root.resolve("folder"), outside);
        Path within = Files.createDirectory(root.resolve("within"));
        Files.createSymbolicLink(within.resolve("link.jfr"), outside.resolve("secret.jfr"));
        Files.copy(PINS, within.resolve("own.jfr"));
        try (Client client = Client.of(root).initialized("2025-11-25")) {
            for (String path : List.of(
                    "../root-not/secret.jfr",
                    outside.resolve("secret.jfr").toString(),
                    "link.jfr",
                    "folder/secret.jfr",
                    "folder",
                    "within",
                    "folder/../../root-not/secret.jfr",
                    "/etc/passwd",
                    "/proc/self/environ")) {
                String paths = arguments("paths", path);
                for (String tool : List.of("report", "pins", "memory", "coverage")) {
                    refused(client, tool, paths);
                }
                refused(client, "site", paths.replace("}", ", \"number\": 1}"));
                refused(client, "check", paths.replace("}", ", \"budgets\": {\"pins\": \"0\"}}"));
                refused(client, "diff", "{\"before\": \"app.jfr\", \"after\": \"" + path + "\"}");
                refused(client, "diff", "{\"before\": \"" + path + "\"}");
                refused(client, "query", "{\"path\": \"" + path + "\", \"query\": \"types\"}");
                for (String argument : List.of("classpath", "sources")) {
                    refused(
                            client,
                            "site",
                            "{\"paths\": [\"app.jfr\"], \"number\": 1, \"" + argument + "\": [\"" + path + "\"]}");
                }
                refused(client, "pins", "{\"paths\": [\"app.jfr\"], \"classpath\": [\"" + path + "/*\"]}");
                refused(
                        client,
                        "query",
                        "{\"path\": \"app.jfr\", \"query\": \"types\", \"classpath\": [\"" + path + "\"]}");
                for (String argument : List.of("config", "baseline")) {
                    refused(
                            client,
                            "check",
                            "{\"paths\": [\"app.jfr\"], \"budgets\": {\"pins\": \"0\"}, \"" + argument + "\": \"" + path
                                    + "\"}");
                }
            }
        }
    }

    private static void refused(Client client, String tool, String arguments) {
        assertThat(client.failure(tool, arguments))
                .as(tool + " " + arguments)
                .containsAnyOf("outside of the folders that this server may read", "leads out of the roots");
    }

    /** Neither standard input, which is the protocol's, nor a process, nor a file of arguments. */
    @Test
    void whatTheCommandLineTakesForSomethingElseIsAName() throws Exception {
        Files.writeString(root.resolve("@args"), "--show-secrets");
        try (Client client = Client.of(root).initialized("2025-11-25")) {
            assertThat(client.failure("pins", arguments("paths", "-"))).startsWith("no such file or folder: -");
            assertThat(client.failure(
                            "memory",
                            arguments(
                                    "paths",
                                    Long.toString(ProcessHandle.current().pid()))))
                    .startsWith("no such file or folder: ");
            assertThat(client.failure("pins", arguments("paths", "@args"))).doesNotContain("secrets");
            assertThat(client.failure("pins", arguments("paths", "a\0b"))).contains("NUL");
            assertThat(client.failure("query", "{\"path\": \"app.jfr\", \"query\": \"types | save x.csv\"}"))
                    .contains("plot and save");
            assertThat(client.failure(
                            "query", "{\"path\": \"app.jfr\", \"query\": \"SELECT * FROM CSVREAD('/etc/passwd')\"}"))
                    .doesNotContain("root:");
            assertThat(client.failure("query", "{\"path\": \"app.jfr\", \"query\": \"open /etc/passwd\"}"))
                    .contains("unknown source open");
        }
    }

    /** Reading the classes of a JDK that is named runs its code. */
    @Test
    void noJdkIsRun() throws Exception {
        Files.createDirectories(root.resolve("jdk/bin"));
        Files.createFile(root.resolve("jdk/bin/java"));
        try (Client client = Client.of(root).initialized("2025-11-25")) {
            assertThat(client.failure("pins", "{\"paths\": [\"app.jfr\"], \"jdk\": \"jdk\"}"))
                    .contains("unknown argument jdk");
            for (String key : List.of("jdk", "jdk-before")) {
                Files.writeString(root.resolve("loomweight.toml"), key + " = \"jdk\"\n[budget]\npins = 0\n");
                assertThat(client.failure("check", "{\"paths\": [\"app.jfr\"], \"config\": \"loomweight.toml\"}"))
                        .contains("runs its code");
            }
        }
    }

    /** The command line takes the jar of a running program for its process, and looks into that. */
    @Test
    void aJarIsNoProcess() throws Exception {
        jar(root.resolve("app.jar"), "");
        try (Client client = Client.of(root).initialized("2025-11-25")) {
            assertThat(client.failure("memory", arguments("paths", "app.jar"))).contains("is a jar");
            assertThat(client.failure("diff", "{\"before\": \"app.jfr\", \"after\": \"app.jar\"}"))
                    .contains("is a jar");
        }
    }

    @Test
    void aFileOfBudgetsLeadsNowhereElse() throws Exception {
        Path config = root.resolve("loomweight.toml");
        Files.writeString(config, "baseline = \"" + outside.resolve("secret.jfr") + "\"\n[budget]\npins = 0\n");
        try (Client client = Client.of(root).initialized("2025-11-25")) {
            assertThat(client.failure("check", "{\"paths\": [\"app.jfr\"], \"config\": \"loomweight.toml\"}"))
                    .contains("outside of the folders");
            Files.writeString(
                    config, "classpath = [\"" + outside + "\"]\nbaseline = \"app.jfr\"\n[budget]\npins = 0\n");
            JsonObject answer = client.call("check", "{\"paths\": [\"app.jfr\"], \"config\": \"loomweight.toml\"}");
            assertThat(answer.get("passed").getAsBoolean()).isTrue();
        }
    }

    /** What a capture names as its class path, and what the manifest of a jar lists, is left out. */
    @Test
    void classFilesOutsideAreNotOpened() throws Exception {
        jar(outside.resolve("secret.jar"), "");
        jar(root.resolve("app.jar"), "../root-not/secret.jar lib.jar");
        jar(root.resolve("lib.jar"), "");
        Files.createSymbolicLink(root.resolve("link.jar"), outside.resolve("secret.jar"));
        Roots roots = new Roots(List.of(root));
        try (ClassPath path = ClassPath.of(
                List.of(
                        root.resolve("app.jar").toString(),
                        outside.resolve("secret.jar").toString(),
                        outside + "/*",
                        outside.toString(),
                        root + "/*"),
                null,
                0,
                List.of(),
                roots)) {
            path.openAhead();
            assertThat(path.notes())
                    .anySatisfy(note -> assertThat(note).contains("secret.jar is outside of what may be read"))
                    .anySatisfy(note -> assertThat(note).contains("link.jar is outside of what may be read"))
                    .anySatisfy(note -> assertThat(note).contains(outside + " is outside of what may be read"))
                    .noneSatisfy(note -> assertThat(note).contains("lib.jar"));
        }
    }

    private static void jar(Path file, String listed) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, listed);
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            jar.putNextEntry(new ZipEntry("a.txt"));
            jar.write("x".getBytes(StandardCharsets.UTF_8));
            jar.closeEntry();
        }
    }

    @Test
    void aNewFileIsBelowARootAndOverwritesNothing() throws Exception {
        Roots roots = new Roots(List.of(root));
        assertThat(roots.created("new.lw")).isEqualTo(root.toRealPath().resolve("new.lw"));
        Files.createSymbolicLink(root.resolve("out"), outside);
        Files.createSymbolicLink(root.resolve("dangling.lw"), outside.resolve("new.lw"));
        for (String path :
                List.of("../new.lw", "out/new.lw", outside.resolve("new.lw").toString())) {
            assertThatThrownBy(() -> roots.created(path))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("outside of the folders");
        }
        for (String path : List.of("app.jfr", "dangling.lw")) {
            assertThatThrownBy(() -> roots.created(path)).hasMessageContaining("exists already");
        }
        assertThatThrownBy(() -> roots.created("none/new.lw")).hasMessageContaining("does not exist");
        assertThatThrownBy(() -> new Roots(List.of(root.resolve("app.jfr")))).hasMessageContaining("is not a folder");
        assertThatThrownBy(() -> new Roots(List.of(root.resolve("none")))).hasMessageContaining("no such folder");
    }
}
