package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** An application such as a user has, in a jar: it says what it reads, and waits in a monitor meanwhile. For Java 11. */
final class OwnApp implements AutoCloseable {

    static final String MAIN = "com.acme.Echo";

    private static final String SOURCE = """
            package com.acme;

            public final class Echo {
                private static final Object LOCK = new Object();
                private static volatile boolean ends;

                private static void hold() throws Exception {
                    synchronized (LOCK) {
                        Thread.sleep(3);
                    }
                }

                private static void work() {
                    try {
                        // Some in any case, however soon its input ends.
                        for (int i = 0; i < 20 || !ends; i++) {
                            hold();
                        }
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }

                private static Thread start() {
                    Runnable work = Echo::work;
                    try {
                        return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
                    } catch (ReflectiveOperationException e) {
                        Thread thread = new Thread(work);
                        thread.start();
                        return thread;
                    }
                }

                public static void main(String[] args) throws Exception {
                    Thread worker = start();
                    System.out.println("ready");
                    for (int c = System.in.read(); c >= 0; c = System.in.read()) {
                        System.out.write(c);
                        System.out.flush();
                    }
                    ends = true;
                    worker.join();
                    System.out.println("done");
                    System.exit(args.length == 0 ? 0 : Integer.parseInt(args[0]));
                }
            }
            """;

    private final Process process;

    private OwnApp(Process process) {
        this.process = process;
    }

    /** Puts it into {@code app.jar} of a folder. */
    static Path jar(Path folder) throws IOException {
        Path jar = folder.resolve("app.jar");
        if (Files.exists(jar)) {
            return jar;
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, MAIN);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new ZipEntry("com/acme/Echo.class"));
            out.write(Compiled.ECHO);
        }
        return jar;
    }

    /** Its class file, which is compiled once: nearly every test of this package starts it. */
    private static final class Compiled {

        static final byte[] ECHO = echo();

        private static byte[] echo() {
            JavaFileObject source =
                    new SimpleJavaFileObject(URI.create("string:///com/acme/Echo.java"), JavaFileObject.Kind.SOURCE) {
                        @Override
                        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                            return SOURCE;
                        }
                    };
            try {
                Path folder = Files.createTempDirectory("loomweight-test");
                Path file = folder.resolve("com/acme/Echo.class");
                List<String> options = List.of("--release", "11", "-Xlint:-options", "-g", "-d", folder.toString());
                assertThat(ToolProvider.getSystemJavaCompiler()
                                .getTask(null, null, null, options, null, List.of(source))
                                .call())
                        .isTrue();
                byte[] compiled = Files.readAllBytes(file);
                for (Path left = file; left.startsWith(folder); left = Objects.requireNonNull(left.getParent())) {
                    Files.delete(left);
                }
                return compiled;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Starts it alone.
     *
     * @param prefix a program and its arguments that start the JVM
     */
    static OwnApp start(Path jdk, Path folder, List<String> prefix, String... options) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(jdk.resolve("bin/java").toString());
        command.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(options));
        command.addAll(List.of("-jar", jar(folder).toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); !"ready".equals(line); line = out.readLine()) {
            if (line == null) {
                throw new AssertionError("the application ended");
            }
        }
        return new OwnApp(process);
    }

    /** The process that runs the JVM: the one started, or the last one below it. */
    ProcessHandle handle() {
        return process.descendants().reduce((a, b) -> b).orElse(process.toHandle());
    }

    String pid() {
        return Long.toString(handle().pid());
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}
