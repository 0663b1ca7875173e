package dev.loomweight.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of docs/ and its blocks of code. */
final class Page {

    // The line before the block begins with the file's name.
    private static final Pattern FILE = Pattern.compile(
            "^`([^`\n]+\\.(?:java|xml|toml))`[^\n]*\n\n```[a-z]*\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern BLOCK =
            Pattern.compile("^```([a-z]*)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    private final String text;

    private Page(String text) {
        this.text = text;
    }

    /** The page of that name. */
    static Page of(String name) throws IOException {
        return new Page(Files.readString(Checkout.ROOT.resolve("docs").resolve(name)));
    }

    /** Its text. */
    String text() {
        return text;
    }

    /** The files that it shows, by path. */
    Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        Matcher matcher = FILE.matcher(text);
        while (matcher.find()) {
            files.put(matcher.group(1), matcher.group(2));
        }
        return files;
    }

    /** Its only block of a language that contains a text. */
    String block(String language, String part) {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            if (matcher.group(1).equals(language) && matcher.group(2).contains(part)) {
                blocks.add(matcher.group(2));
            }
        }
        if (blocks.size() != 1) {
            throw new IllegalStateException(blocks.size() + " blocks of '" + language + "' with " + part);
        }
        return blocks.get(0);
    }

    /** Writes the files that it shows below a folder. */
    void writeFiles(Path folder) throws IOException {
        for (Map.Entry<String, String> file : files().entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.resolve("..").normalize());
            Files.writeString(path, file.getValue());
        }
    }
}
