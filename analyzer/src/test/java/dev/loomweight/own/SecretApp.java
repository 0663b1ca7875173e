package dev.loomweight.own;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * An application that is given a secret in every way that there is: its environment, a system property, a flag, an
 * argument, and the command line of programs that it starts. No secret is a part of another.
 */
final class SecretApp {

    static final String OF_ENVIRONMENT = "4711-secret-of-environment";
    static final String OF_PROPERTY = "4712-secret-of-property";
    static final String OF_FLAG = "4713-secret-of-flag";
    static final String OF_ARGUMENT = "4714-secret-of-argument";
    static final String OF_PROCESS = "4715-secret-of-process";
    /** Of a command line too, in letters that JFR writes as UTF-16 code units. */
    static final String OF_PROCESS_WIDE = "ключ-4716-секрет";

    static final List<String> SECRETS =
            List.of(OF_ENVIRONMENT, OF_PROPERTY, OF_FLAG, OF_ARGUMENT, OF_PROCESS, OF_PROCESS_WIDE);

    static final Map<String, String> ENVIRONMENT = Map.of("ACME_TOKEN", OF_ENVIRONMENT);

    // The programs that it starts live until it has ended, and its last chunk is written.
    private static final String SOURCE = """
            package com.acme;

            public final class Vault {
                private static final Object LOCK = new Object();

                private static void hold() {
                    synchronized (LOCK) {
                        try {
                            Thread.sleep(3);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                }

                public static void main(String[] args) throws Exception {
                    for (int i = 0; i < 3; i++) {
                        new ProcessBuilder("/bin/sh", "-c", "read line", "PROCESS", "WIDE").start();
                    }
                    for (int i = 0; i < 20; i++) {
                        Thread.startVirtualThread(Vault::hold).join();
                    }
                    System.out.println("ready");
                    while (System.in.read() >= 0) {
                    }
                    System.out.println("done");
                }
            }
            """.replace("PROCESS", OF_PROCESS).replace("WIDE", OF_PROCESS_WIDE);

    private SecretApp() {}

    /** The words behind {@code java} that start it. */
    static List<String> words(Path folder) throws IOException {
        List<String> words = new ArrayList<>();
        words.add("-Xmx64m");
        words.add("-Dacme.password=" + OF_PROPERTY);
        words.add("-XX:OnError=echo " + OF_FLAG);
        words.add("-jar");
        words.add(jar(folder).toString());
        words.add("--password:" + OF_ARGUMENT);
        return words;
    }

    private static Path jar(Path folder) throws IOException {
        Path jar = folder.resolve("vault.jar");
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///com/acme/Vault.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return SOURCE;
                    }
                };
        List<String> options = List.of("--release", "21", "-g", "-d", folder.toString());
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .getTask(null, null, null, options, null, List.of(source))
                        .call())
                .isTrue();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "com.acme.Vault");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new ZipEntry("com/acme/Vault.class"));
            Files.copy(folder.resolve("com/acme/Vault.class"), out);
        }
        return jar;
    }

    /**
     * Runs it to its end under capture, and gives the capture.
     *
     * @param settings what is recorded, or an empty string for Loomweight's own
     */
    static Path capture(Path jdk, Path folder, String settings) throws Exception {
        Path capture = folder.resolve("vault.lw");
        List<String> words = new ArrayList<>(List.of("run", "-o", capture.toString()));
        if (!settings.isEmpty()) {
            words.addAll(List.of("--settings", settings));
        }
        words.add("--");
        words.add(jdk.resolve("bin/java").toString());
        words.addAll(words(folder));
        try (CommandProcess run = CommandProcess.start(folder, ENVIRONMENT, words.toArray(String[]::new))) {
            run.await("ready");
            run.endInput();
            assertThat(run.status())
                    .as(Files.readString(folder.resolve("err.txt")))
                    .isZero();
        }
        return capture;
    }

    /** Which secrets some bytes hold, in any form that a recording or text can have them in. */
    static List<String> in(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        return SECRETS.stream()
                .filter(secret -> forms(secret).stream().anyMatch(text::contains))
                .toList();
    }

    /** As UTF-8, as UTF-16 of both orders, and as JFR's array of characters, each with a variable length. */
    private static List<String> forms(String secret) {
        StringBuilder compressed = new StringBuilder();
        for (int i = 0; i < secret.length(); i++) {
            int left = secret.charAt(i);
            for (; left > 0x7F; left >>>= 7) {
                compressed.append((char) ((left & 0x7F) | 0x80));
            }
            compressed.append((char) left);
        }
        return List.of(
                new String(secret.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1),
                new String(secret.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.ISO_8859_1),
                new String(secret.getBytes(StandardCharsets.UTF_16LE), StandardCharsets.ISO_8859_1),
                compressed.toString());
    }

    /** The secrets in all files of a folder, with the file that holds them. */
    static List<String> below(Path folder) throws IOException {
        List<String> found = new ArrayList<>();
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                in(Files.readAllBytes(file)).forEach(secret -> found.add(folder.relativize(file) + ": " + secret));
            }
        }
        return found;
    }
}
