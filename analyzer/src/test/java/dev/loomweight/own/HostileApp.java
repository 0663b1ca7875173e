package dev.loomweight.own;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A target that turns the files through which it is captured against whoever captures it. Once it reads a line, it looks
 * in {@code /tmp} for the folder with its recording, or for JFR's own, does to it what it is told, and says {@code
 * attacked} or {@code refused}, with the folder and the reason.
 */
final class HostileApp {

    private HostileApp() {}

    /** Arguments: the attack, and what it is aimed at. */
    public static void main(String[] args) throws Exception {
        System.out.println("ready");
        System.in.read();
        Path aim = Path.of(args[1]);
        Path folder = awaitFolder(
                args[0].equals("chunks") ? "_" + ProcessHandle.current().pid() : "loomweight");
        Path recording = folder.resolve("recording.jfr");
        String said = "attacked " + folder;
        try {
            switch (args[0]) {
                case "chunks", "folder" -> {
                    Files.move(folder, folder.resolveSibling(folder.getFileName() + "-moved"));
                    Files.createSymbolicLink(folder, aim);
                }
                case "link" -> {
                    Files.delete(recording);
                    Files.createSymbolicLink(recording, aim);
                }
                case "fifo" -> {
                    Files.delete(recording);
                    new ProcessBuilder("mkfifo", recording.toString()).start().waitFor();
                }
                case "sparse" -> {
                    try (RandomAccessFile file = new RandomAccessFile(recording.toFile(), "rw")) {
                        file.setLength(100L << 30);
                    }
                }
                default -> throw new IllegalArgumentException(args[0]);
            }
        } catch (IOException e) {
            said = "refused " + folder + " " + e;
        }
        System.out.println(said);
        // Until it is killed.
        Thread.sleep(Long.MAX_VALUE);
    }

    private static Path awaitFolder(String word) throws Exception {
        while (true) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/tmp"))) {
                for (Path path : all) {
                    String name = path.getFileName().toString();
                    boolean named = word.startsWith("_") ? name.endsWith(word) : name.startsWith(word);
                    if (named && isReady(path, word)) {
                        return path;
                    }
                }
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    // The recording's name is guessed: the folder need not let itself be listed.
    private static boolean isReady(Path folder, String word) {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && (word.startsWith("_") || Files.isWritable(folder.resolve("recording.jfr")));
    }
}
