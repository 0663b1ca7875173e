package dev.loomweight.program;

import dev.loomweight.capture.Proc;
import dev.loomweight.report.Amounts;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** A short description of this machine, since times are valid for one machine only. */
public final class Machine {

    private Machine() {}

    /** Processors, memory and operating system; not the name of the machine or anything else that is private. */
    public static String describe() {
        StringBuilder words = new StringBuilder();
        int processors = Runtime.getRuntime().availableProcessors();
        words.append(processors).append(processors == 1 ? " processor" : " processors");
        value("cpuinfo", "model name")
                .ifPresent(model -> words.append(" (").append(model).append(')'));
        value("meminfo", "MemTotal")
                .map(total -> total.replaceAll("\\D", ""))
                .filter(kilobytes -> !kilobytes.isEmpty())
                .ifPresent(kilobytes -> words.append(", ").append(Amounts.bytes(Long.parseLong(kilobytes) * 1024)));
        return words.append(", ")
                .append(System.getProperty("os.name"))
                .append(' ')
                .append(System.getProperty("os.arch"))
                .toString();
    }

    private static Optional<String> value(String file, String key) {
        List<String> lines;
        try {
            lines = Files.readAllLines(Proc.file(file));
        } catch (IOException e) {
            // Not Linux.
            return Optional.empty();
        }
        return lines.stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }
}
