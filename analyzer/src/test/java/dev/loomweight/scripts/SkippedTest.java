package dev.loomweight.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/lib/skipped.sh}: skipped tests are listed by name with their reason. */
class SkippedTest {

    @TempDir
    private Path folder;

    @Test
    void skippedTestsAreNamedWithTheirReasons() throws Exception {
        Path report = folder.resolve("TEST-x.xml");
        Files.writeString(report, """
                <testsuite name="a.B" tests="4" skipped="3">
                  <properties><property name="p" value="&lt;skipped"/></properties>
                  <testcase name="good" classname="a.B" time="0.1"/>
                  <testcase name="needs(String)[2]" classname="a.B" time="0.0">
                    <skipped type="org.opentest4j.TestAbortedException"><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: no JDK: 21
                    	at a.B.needs(B.java:1)
                    ]]></skipped>
                  </testcase>
                  <testcase name="" classname="a.C" time="0.0">
                    <skipped message="not &quot;here&quot; &amp; now"/>
                  </testcase>
                  <testcase name="bare" classname="a.B" time="0.0">
                    <skipped/>
                  </testcase>
                </testsuite>
                """);
        Machine machine = new Machine(folder);
        assertThat(machine.bash("source lib/skipped.sh; tests_skipped " + report)
                        .out())
                .isEqualTo("""
                        a.B.needs(String)[2]: Assumption failed: no JDK: 21
                        a.C: not "here" & now
                        a.B.bare: no reason given
                        """);
        assertThat(machine.bash("source lib/skipped.sh; tests_counted " + report)
                        .out())
                .isEqualTo("4\n");
    }
}
