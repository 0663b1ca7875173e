package dev.loomweight.kernel.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.Compiled;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.jvm.Releases;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import dev.loomweight.kernel.diagnosis.Owners.Owner;
import dev.loomweight.sample.Frame;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Libraries on JDK 21, whose trace of pinned threads names the frames that hold monitors. */
@Tag("oracles")
class LibrariesTest {

    private static final String PROGRAM = "known.Libraries";
    // com.sun.mail.smtp.SMTPTransport.close(SMTPTransport.java:1411) <== monitors:1
    private static final Pattern HOLDER =
            Pattern.compile(" +(?:[^/(]*/)?(com\\.sun\\.mail|javax\\.mail)([^(/]+)\\(.*\\) <== monitors:\\d+");

    @TempDir
    private Path folder;

    private List<String> classPath;
    private List<PinStack> mail;
    private List<PinStack> telnet;

    @BeforeEach
    void record() throws Exception {
        Path jdk = Jdks.home("loomweight.jdk21");
        List<String> jars = List.of(System.getProperty("java.class.path").split(File.pathSeparator)).stream()
                .filter(entry -> entry.matches(".*/(javax\\.mail|activation|commons-net)-[^/]*\\.jar"))
                .toList();
        assertThat(jars).hasSize(3);
        String path = String.join(File.pathSeparator, jars);
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Compiled.into(
                classes, "Libraries.java", Compiled.resource("Libraries.java"), "-g", "--release", "21", "-cp", path);
        RecordedCases cases = new RecordedCases(folder);
        cases.record(jdk, PROGRAM, Map.of("a", classes), "-Djdk.tracePinnedThreads=full", "-Xbootclasspath/a:" + path);
        mail = Objects.requireNonNull(cases.pins("a").get("mail"));
        telnet = Objects.requireNonNull(cases.pins("a").get("telnet"));
        classPath = new ArrayList<>(jars);
        classPath.add(classes.toString());
        classPath.add(RecordedCases.testClasses().toString());
    }

    @Test
    void aJarInComSunIsNoCodeOfTheJdk() throws Exception {
        try (ClassPath path = ClassPath.of(classPath, Jdks.home("loomweight.jdk21"), 21)) {
            Code code = new Code(path);
            Owners owners = new Owners(code, List.of("known."));
            Diagnoser diagnoser = new Diagnoser(code, List.of("known."));
            Set<String> holders = new TreeSet<>();
            Set<String> blockers = new TreeSet<>();
            for (PinStack pin : pinned(mail)) {
                Diagnosis diagnosis = diagnoser.of(pin, false);
                diagnosis.causes().forEach(cause -> {
                    assertThat(cause.kind()).isEqualTo(CauseKind.LIBRARY_MONITOR);
                    holders.add(Objects.requireNonNull(cause.frame()).method());
                });
                blockers.add(String.valueOf(diagnosis.blocker()));
                for (int i = 0; i < pin.stack().frames().size(); i++) {
                    Owner owner = owners.of(owners.on(pin.stack()), i);
                    String className = pin.stack().frames().get(i).className();
                    assertThat(owner.kind() == Owner.Kind.JDK)
                            .as(className)
                            .isEqualTo(className.startsWith("java.")
                                    || className.startsWith("sun.nio.")
                                    || className.startsWith("jdk.internal."));
                }
            }
            // Of the first pins of a JVM, JDK 21 does not record all.
            assertThat(traced()).containsAll(holders);
            assertThat(holders)
                    .contains("com.sun.mail.smtp.SMTPTransport.sendMessage", "com.sun.mail.smtp.SMTPTransport.close");
            assertThat(blockers).allMatch(blocker -> blocker.startsWith("java.net.Socket"));
        }
    }

    @Test
    void withoutClassFilesItIsNotEither() {
        Diagnoser diagnoser = new Diagnoser(new Code(ClassPath.none()), List.of());
        for (PinStack pin : pinned(mail)) {
            Diagnosis diagnosis = diagnoser.of(pin, false);
            assertThat(diagnosis.first().kind()).isEqualTo(CauseKind.SYNCHRONIZED_METHOD);
            assertThat(CodePlace.methodOf(diagnosis.blocker())).startsWith("java.net.Socket");
        }
    }

    @Test
    void aWaitOnItsIntArrayIsNoWaitForAClass() throws Exception {
        List<PinStack> waits = telnet.stream()
                .filter(pin -> pin.stack().frames().stream()
                        .map(Frame::className)
                        .anyMatch("org.apache.commons.net.telnet.TelnetInputStream"::equals))
                .filter(pin -> "[I".equals(pin.monitorClass()))
                .toList();
        try (ClassPath path = ClassPath.of(classPath, Jdks.home("loomweight.jdk21"), 21)) {
            Diagnoser diagnoser = new Diagnoser(new Code(path), List.of());

            assertThat(waits).isNotEmpty().allSatisfy(pin -> {
                PinCause cause = diagnoser.of(pin, false).first();
                assertThat(cause.kind()).isIn(CauseKind.OBJECT_WAIT, CauseKind.MONITOR_ENTER);
                assertThat(cause.lock()).endsWith("queue");
                assertThat(cause.releases()).isEqualTo(Releases.UNTIL_23);
            });
        }
    }

    private static List<PinStack> pinned(List<PinStack> pins) {
        return pins.stream()
                .filter(pin -> pin.event() == PinFacts.Event.PINNED)
                .filter(pin -> pin.stack().frames().stream()
                        .anyMatch(frame -> frame.className().startsWith("com.sun.mail.")))
                .toList();
    }

    /** The methods of the mail library that the JVM says hold monitors. */
    private Set<String> traced() throws Exception {
        return Files.readAllLines(folder.resolve("output.txt")).stream()
                .map(HOLDER::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1) + line.group(2))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
