package dev.loomweight.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A PostgreSQL of its own on a free port, for as long as it is open. */
final class Postgres implements AutoCloseable {

    private static final long SECONDS = 60;

    private final Path programs;
    private final Path folder;
    private final int port;

    private Postgres(Path programs, Path folder, int port) {
        this.programs = programs;
        this.folder = folder;
        this.port = port;
    }

    /** Starts one; skips the test where none is installed. */
    static Postgres start() throws IOException {
        String bin = System.getProperty("loomweight.postgresql", "");
        assumeTrue(
                !bin.isEmpty(),
                "no PostgreSQL is named by -Dloomweight.postgresql; scripts/test applications finds or installs one");
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        // Not in the folder of a test, into which another user may not look.
        Postgres server = new Postgres(Path.of(bin), Files.createTempDirectory("loomweight-pg"), port);
        try {
            if (isRoot()) {
                server.run(List.of("chown", "postgres", server.folder.toString()));
            }
            server.asServer("initdb", "-D", server.data(), "-U", "shop", "-A", "trust", "-E", "UTF8", "-N");
            server.asServer(
                    "pg_ctl",
                    "-D",
                    server.data(),
                    "-l",
                    server.folder.resolve("log").toString(),
                    "-o",
                    "-p " + port + " -h 127.0.0.1 -k " + server.folder + " -c fsync=off",
                    "-w",
                    "start");
            return server;
        } catch (IOException | RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }

    /** Its address for JDBC. */
    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=shop";
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    // It refuses to run as root.
    private void asServer(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        run(command);
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private void run(List<String> command) throws IOException {
        // A file, as the server keeps what it inherits open.
        Path output = Files.createTempFile("loomweight-pg", ".out");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            assertThat(process.onExit()
                            .orTimeout(SECONDS, TimeUnit.SECONDS)
                            .join()
                            .exitValue())
                    .as(Files.readString(output))
                    .isZero();
        } finally {
            Files.delete(output);
        }
    }

    @Override
    public void close() throws IOException {
        if (Files.exists(folder.resolve("data/postmaster.pid"))) {
            asServer("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
