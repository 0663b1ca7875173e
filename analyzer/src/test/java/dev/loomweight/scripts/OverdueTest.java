package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/lib/overdue.sh}: what a test started and did not end is ended for it. */
class OverdueTest {

    @TempDir
    Path folder;

    @Test
    void programsOfTestsAreEndedAndNothingElse() throws Exception {
        Path processes = Files.writeString(folder.resolve("processes"), """
                    1     0 90000 systemd  /sbin/init
                   10     1  2000 bash     bash scripts/test
                   11    10  1900 java     java -cp plexus-classworlds.jar org.codehaus.plexus.classworlds.launcher.Launcher
                   12    11  1800 sh       /bin/sh -c java -jar surefirebooter-1.jar
                   13    12  1800 java     java -jar surefirebooter-1.jar
                   14    13  1201 java     java -cp classes Gallery starvation
                   15    13  1199 java     java -cp classes Gallery yield
                   16    13  1500 postgres postgres -D data
                   17    13  1500 bash     bash mvnw verify
                   18    17  1400 java     java -jar surefirebooter-2.jar
                   20     1  9000 bash     bash scripts/test
                   21    20  9000 java     java -jar surefirebooter-3.jar
                   22    21  9000 java     java -cp classes Gallery starvation
                   30     1  9000 java     java -jar service.jar
                """);

        assertThat(new Machine(folder)
                        .bash("source lib/overdue.sh; ps() { cat " + processes + "; }; overdue_of 10 1200 | sort -n")
                        .out())
                .isEqualTo("14\n18\n");
    }
}
